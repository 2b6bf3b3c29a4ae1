import { sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { headingOf, openPage, titleOf } from './page-client';

describe('pages', () => {
  const stack = sharedStack();
  const { submissionUrl: url } = stack;

  it('load nothing from elsewhere, run nothing, and are kept nowhere', async () => {
    const { status, headers, html } = await openPage(url, '/reset/sent');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-language': 'en',
    });
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(html).not.toMatch(/<script|<style|style=|<base|\son\w+=|(?:src|<link[^>]* href)="(?:https?:)?\/\//);
  });

  it.each([{ path: '/login' }, { path: '/join' }, { path: '/reset' }])(
    'that ask for an email or a password load one script of ours, and tell it no secret: $path',
    async ({ path }) => {
      const { headers, html } = await openPage(url, path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self' 'nonce-[\w-]{22}'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; font-src 'self'; form-action 'self'; /,
      );
      const [first = '', ...others] = html.match(/<script[^>]*>/g) ?? [];
      expect(first).toMatch(/^<script type="module" src="\/studio-files\/main-[\w-]+\.js">$/);
      expect(others).toEqual(['<script id="studio-facts" type="application/json">']);
      expect(html).toContain('{"session":null,"lang":"en",');
      expect(html).not.toMatch(/<style|style=|<base|\son\w+=|(?:src|<link[^>]* href)="(?:https?:)?\/\//);
    },
  );

  it('are small: HTML and CSS together are under 60 KB', async () => {
    const { html } = await openPage(url, '/nothing-here');
    const [, styleSheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const css = await (await fetch(url + styleSheet)).text();
    expect(css).toContain('.ui-button');
    expect(Buffer.byteLength(html) + Buffer.byteLength(css)).toBeLessThan(60_000);
  });

  it('name their style sheet by its content, so that browsers keep it for good', async () => {
    const { html } = await openPage(url, '/nothing-here');
    const [, styleSheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const sheet = await fetch(url + styleSheet);
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(sheet.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const ofAnotherVersion = await fetch(`${url}/styles/another.css`);
    expect(ofAnotherVersion.headers.get('cache-control')).toBe('no-store');
    expect(await ofAnotherVersion.text()).toBe(await sheet.text());
    const icon = await fetch(`${url}/icon.svg`);
    expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  });

  describe('the language', () => {
    it.each<{ asks: string; path: string; headers: Record<string, string>; lang: string }>([
      { asks: 'nothing', path: '/styleguide', headers: {}, lang: 'en' },
      { asks: 'the browser', path: '/styleguide', headers: { 'accept-language': 'zh-TW,en;q=0.5' }, lang: 'zh-Hans' },
      {
        asks: 'the cookie, before the browser',
        path: '/styleguide',
        headers: { cookie: 'a=b; lang=en', 'accept-language': 'zh' },
        lang: 'en',
      },
      {
        asks: 'the switch, before the cookie',
        path: '/styleguide?lang=zh-CN',
        headers: { cookie: 'lang=en' },
        lang: 'zh-Hans',
      },
      { asks: 'a language that we do not have', path: '/styleguide?lang=fr', headers: {}, lang: 'en' },
      {
        asks: 'an inherited name',
        path: '/styleguide?lang=constructor',
        headers: { cookie: 'lang=__proto__' },
        lang: 'en',
      },
      { asks: 'the switch, on an error page', path: '/nothing-here?lang=zh-CN', headers: {}, lang: 'zh-Hans' },
    ])('is $lang when $asks decides', async ({ path, headers, lang }) => {
      const answer = await openPage(url, path, { headers });
      expect(answer.html).toContain(`<html lang="${lang}"`);
      expect(answer.headers.get('content-language')).toBe(lang);
    });

    it('is that of the account for a signed-in visitor without a choice', async () => {
      const holder = await AccountHolder.register(stack);
      const { setCookie } = await holder.signIn();
      const [cookie = ''] = setCookie.split(';');
      const setLocale = (locale: string) => holder.ask('PATCH', '/accounts/me', { json: { locale } });
      expect((await setLocale('zh-CN')).status).toBe(200);
      const headers = { cookie, 'accept-language': 'en' };
      expect((await openPage(url, '/styleguide', { headers })).html).toContain('<html lang="zh-Hans"');
      const chosen = await openPage(url, '/styleguide', { headers: { cookie: `${cookie}; lang=en` } });
      expect(chosen.html).toContain('<html lang="en"');
    });

    it('and the color scheme are kept in cookies, and the switch keeps the rest of the query', async () => {
      const { headers, html } = await openPage(url, '/styleguide?token=a%26b&lang=zh-CN&scheme=dark');
      expect(headers.getSetCookie()).toEqual([
        'lang=zh-CN; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly',
        'scheme=dark; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly',
      ]);
      expect(html).toContain('data-scheme="dark"');
      expect(html).toContain('href="?token=a%26b&amp;lang=en&amp;scheme=dark"');
      const { headers: unknown } = await openPage(url, '/styleguide?lang=fr&scheme=%0d%0aa:b');
      expect(unknown.getSetCookie()).toEqual([]);
    });
  });

  describe('an address that nothing has', () => {
    const NOT_FOUND = { ok: false, error: 'NOT_FOUND' };

    it('is a page for a browser, with the request id to quote', async () => {
      const { status, headers, html } = await openPage(url, '/nothing-here');
      expect(status).toBe(404);
      expect(titleOf(html)).toBe('Error: There is no such page, or it is private · Shipyard');
      expect(headingOf(html)).toBe('There is no such page, or it is private');
      expect(html).toContain(`<code>${headers.get('x-request-id')}</code>`);
      expect(headers.get('content-security-policy')).toContain("style-src 'self'");
    });

    it('shows no part of the address, whatever it holds', async () => {
      const { html } = await openPage(url, `/${encodeURIComponent('"><script>alert(1)</script>')}?a="><script>`);
      expect(html).not.toMatch(/<script|alert\(1\)/);
    });

    it.each([
      { path: '/nothing-here', accept: '*/*' },
      { path: '/nothing-here', accept: 'application/json' },
      { path: '/api/v1/nothing-here', accept: 'text/html' },
      { path: '/api/v1/projects/nothing-here', accept: 'text/html' },
    ])('is JSON for $accept at $path', async ({ path, accept }) => {
      const response = await fetch(url + path, { headers: { accept } });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toMatchObject(path.includes('projects') ? { ok: false } : NOT_FOUND);
    });

    it('is the same for every method of a browser', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const response = await fetch(`${url}/nothing-here`, { method, headers: { accept: 'text/html' } });
        expect([response.status, headingOf(await response.text())]).toEqual([
          404,
          'There is no such page, or it is private',
        ]);
      }
      const { headers } = await fetch(`${url}/nothing-here`, { method: 'HEAD', headers: { accept: 'text/html' } });
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    });
  });
});
