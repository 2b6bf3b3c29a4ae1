import { callApi, sharedStack } from '@shipyard/testing';
import { DOCS } from './docs-pages';

const HTML = 'text/html; charset=utf-8';
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe('the pages of the gateway', () => {
  const { gatewayUrl: url } = sharedStack();
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers });

  it.each(['/', '/docs', ...DOCS.map((name) => `/docs/${name}`)])(
    '%s is HTML that loads nothing from elsewhere',
    async (path) => {
      const response = await get(path);
      const text = await response.text();
      const headers = Object.fromEntries(response.headers);
      expect([response.status, headers['content-type'], headers['content-security-policy']]).toEqual([
        200,
        HTML,
        POLICY,
      ]);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        'content-language': 'en',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: 'Cookie, Accept-Language, Accept-Encoding',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(text).toMatch(/^<!doctype html><html lang="en">/);
      expect(text.match(/<script|\sstyle=|<h1/g)).toEqual(['<h1']);
      for (const [, loaded = ''] of text.matchAll(/<link rel="(?:stylesheet|icon|preload)" href="([^"]+)"/g))
        expect([loaded, (await get(loaded)).status]).toEqual([loaded, 200]);
    },
  );

  it('follow the language of the query, then of the cookie, then of the browser', async () => {
    const languageOf = async (path: string, headers: Record<string, string> = {}) => {
      const response = await get(path, headers);
      expect(await response.text()).toContain(`<html lang="${response.headers.get('content-language')}"`);
      return response.headers.get('content-language');
    };
    const chinese = { 'accept-language': 'zh-CN,zh;q=0.9' };
    expect(await languageOf('/')).toBe('en');
    expect(await languageOf('/docs', chinese)).toBe('zh-Hans');
    expect(await languageOf('/docs/chat', { ...chinese, cookie: 'lang=en' })).toBe('en');
    expect(await languageOf('/?lang=zh-CN', { cookie: 'lang=en' })).toBe('zh-Hans');
    expect((await get('/?lang=zh-CN')).headers.get('set-cookie')).toMatch(/^lang=zh-CN; Path=\/; Max-Age=/);
  });

  it.each(['/', '/docs', '/docs/billing'])('%s is 304 for a browser that has it, by language', async (path) => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    const same = await get(path, { 'if-none-match': etag });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await get(path, { 'if-none-match': etag, 'accept-language': 'zh' })).status).toBe(200);
  });

  it.each(['/', '/docs', '/docs/chat'])('%s answers HEAD with the headers of GET', async (path) => {
    // A compressed answer has no length before its end.
    const plain = { 'accept-encoding': 'identity' };
    const whole = await get(path, plain);
    const head = await get(path, plain, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  });

  it('show how to make the first call, with calls that are described and links that open', async () => {
    const text = await (await get('/')).text();
    expect(text).toContain(`${url}/v1`);
    const { body } = await callApi<{ paths: Record<string, Record<string, object>> }>(url, 'GET', '/v1/openapi.json');
    const calls = [...text.matchAll(/<code translate="no">(GET|POST) (\/v1[^<]+)<\/code>/g)];
    expect(calls.length).toBe(new Set(calls.map(([call]) => call)).size);
    expect(calls.length).toBeGreaterThan(5);
    for (const [, method = '', path = ''] of calls) expect(body.paths[path]).toHaveProperty(method.toLowerCase());
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link = '']) => link);
    for (const link of new Set(links)) expect([link, (await get(link)).status]).toEqual([link, 200]);
  });

  it('say what their Markdown says, and link to pages', async () => {
    const index = await (await get('/docs')).text();
    for (const name of DOCS) expect(index).toContain(`href="/docs/${name}"`);
    const text = await (await get('/docs/tasks')).text();
    expect(text).toContain('href="/docs/images"');
    expect(text).toContain('<h1 class="ui-headline-title">Image tasks</h1>');
    const headings = [...(await (await get('/docs/billing')).text()).matchAll(/<h([1-6])/g)].map(([, level]) => level);
    expect(headings[1]).toBe('2');
  });

  it('are Markdown at their .md URL, whatever the client accepts', async () => {
    const response = await get('/docs/chat.md', { accept: 'text/html' });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toMatch(/^# Chat\n\n/);
  });

  it('tell a browser that a page is unknown, and a program in JSON', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const path of ['/docs/nothing', '/docs/nothing.md', '/nothing']) {
      const page = await get(path, { ...browser, 'accept-language': 'zh' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, HTML]);
      expect(await page.text()).toContain('没有这个页面');
      const failure = await callApi<{ error: { code: string } }>(url, 'GET', path);
      expect([failure.status, failure.body.error.code]).toEqual([404, 'unknown_url']);
    }
    for (const path of ['/v1/nothing', '/admin/nothing'])
      expect((await get(path, browser)).headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
