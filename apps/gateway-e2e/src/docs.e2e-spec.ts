import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { assertDocumented, brokenLinks, callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { DOCS } from './docs-pages';

describe('the documentation', () => {
  const stack = sharedStack();

  const get = (path: string, headers: Record<string, string> = {}) =>
    callApi(stack.gatewayUrl, 'GET', path, { headers });

  it('has an index of working links, and one combined file', async () => {
    const index = await get('/llms.txt');
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const links = [...index.text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link]) => new URL(link ?? '').pathname);
    const pages = links.slice(0, -3);
    expect(links.slice(-3)).toEqual(['/llms-full.txt', '/v1/openapi.json', '/v1/models']);
    expect(pages).toEqual(expect.arrayContaining(DOCS.map((name) => `/docs/${name}.md`)));
    const full = await get('/llms-full.txt');
    for (const link of pages) {
      const page = await get(link);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(full.text).toContain(page.text);
    }
    expect((await get('/docs/nothing.md')).status).toBe(404);
  });

  it('follows the convention of llms.txt: a title, a summary, sections of links', async () => {
    const { text } = await get('/llms.txt');
    expect(text).toMatch(/^# \S.*\n\n> \S.*\n\n## /);
    const sections = text.split(/^## .+\n\n/m).slice(1);
    for (const section of sections) {
      for (const line of section.trim().split('\n')) expect(line).toMatch(/^- \[[^\]]+\]\(http[^)]+\): \S/);
    }
  });

  it.each([{ path: '/llms.txt' }, { path: '/llms-full.txt' }])(
    'every link in $path opens without a key',
    async ({ path: file }) => {
      const { text } = await get(file);
      expect(await brokenLinks(stack.gatewayUrl, text)).toEqual([]);
    },
  );

  it('names every call, field and error code of the OpenAPI document in llms-full.txt', async () => {
    const { text } = await get('/llms-full.txt');
    const { body } = await callApi<{
      paths: Record<string, Record<string, object>>;
      components: { schemas: Record<string, object> };
    }>(stack.gatewayUrl, 'GET', '/v1/openapi.json');
    for (const [path, methods] of Object.entries(body.paths))
      for (const method of Object.keys(methods)) expect(text).toContain(`#### ${method.toUpperCase()} ${path}\n`);
    for (const name of Object.keys(body.components.schemas)) expect(text).toContain(name);
  });

  it('shows the document of the calls of operators to operators only', async () => {
    expect((await get('/admin/openapi.json')).status).toBe(401);
    expect((await get('/v1/openapi.json')).text).not.toContain('/admin');
    const token = stack.credentials.gateway_admin_key;
    const { status, headers, body } = await callApi<{ paths: object }>(stack.gatewayUrl, 'GET', '/admin/openapi.json', {
      token,
    });
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(Object.keys(body.paths)).toContain('/admin/customers/{id}/credits');
  });

  it('fails a test for an answer that is not described', async () => {
    const url = new URL('/v1/models', stack.gatewayUrl);
    const given = {
      method: 'GET',
      url,
      headers: new Headers({ 'x-request-id': 'a', 'content-type': 'application/json' }),
    };
    const models = await get('/v1/models');
    await assertDocumented({ ...given, status: 200, text: models.text });
    await expect(assertDocumented({ ...given, status: 202, text: models.text })).rejects.toThrow(
      '202 is not described',
    );
    const more = JSON.stringify({ ...JSON.parse(models.text), more: 1 });
    await expect(assertDocumented({ ...given, status: 200, text: more })).rejects.toThrow('additional properties');
    const failure = JSON.stringify({ error: { message: 'a', type: 'api_error', param: null, code: 'task_expired' } });
    await expect(assertDocumented({ ...given, status: 500, text: failure })).rejects.toThrow(
      'task_expired is not described',
    );
    const operators = { ...given, url: new URL('/admin/customers', stack.gatewayUrl), status: 200 };
    const page = JSON.stringify({ ok: true, data: { items: [{ id: 'a' }], next_cursor: null } });
    await expect(assertDocumented({ ...operators, text: page })).rejects.toThrow("required property 'name'");
  });

  it('has the JSON Schema of the catalog file', async () => {
    const { status, headers, text } = await get('/docs/catalog.schema.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/schema+json; charset=utf-8']);
    expect(text).toBe(await readFile(path.join(__dirname, '../../../docs/catalog.schema.json'), 'utf8'));
  });

  it('names every active model with every price', async () => {
    const { body } = await callApi<{
      data: { id: string; pricing: { units: { unit_type: string; price_cny: number }[] } | null }[];
    }>(stack.gatewayUrl, 'GET', '/v1/models');
    const { text } = await get('/docs/models-and-prices.md');
    expect(body.data.length).toBeGreaterThan(2);
    for (const { id, pricing } of body.data) {
      const section = text.split(/^## /m).find((each) => each.startsWith(`\`${id}\``)) ?? '';
      const prices = [...section.matchAll(/^\| `(\w+)` \| .+ \| ([\d.]+) \|$/gm)].map(([, unit, price]) => [
        unit,
        Number(price),
      ]);
      expect(prices).toEqual((pricing?.units ?? []).map(({ unit_type, price_cny }) => [unit_type, price_cny]));
    }
  });

  it('shows a price change, and supports conditional requests', async () => {
    const before = await get('/llms-full.txt');
    const etag = before.headers.get('etag') ?? '';
    const same = await get('/llms-full.txt', { 'if-none-match': etag });
    expect([same.status, same.text]).toEqual([304, '']);
    await stack.query(
      'gateway',
      `INSERT INTO prices (id, list_id, model_id, unit_type, unit_name, price_nano, position)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'sandbox-image', 'image', 'image', 123456789, 0)`,
    );
    const after = await waitUntil(
      () => get('/llms-full.txt', { 'if-none-match': etag }),
      ({ status }) => status === 200,
    );
    expect(after.text).toContain('| `image` | image | 0.123456789 |');
  });
});
