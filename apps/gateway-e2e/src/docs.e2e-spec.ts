import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import { startGatewayStack } from './gateway-stack';

const PAGES = ['quick-start', 'models-and-prices', 'chat', 'images', 'tasks', 'search', 'errors', 'billing'];

describe('the documentation', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startGatewayStack();
  });

  afterAll(() => stack.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    callApi(stack.gatewayUrl, 'GET', path, { headers });

  it('has an index of working links, and one combined file', async () => {
    const index = await get('/llms.txt');
    expect([index.status, index.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const links = [...index.text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link]) => link ?? '');
    expect(links.map((link) => new URL(link).pathname)).toEqual([
      ...PAGES.map((name) => `/docs/${name}.md`),
      '/llms-full.txt',
    ]);
    expect(index.text).toMatch(/^# \S.*\n\n> \S/);
    const full = await get('/llms-full.txt');
    for (const link of links) {
      const page = await get(new URL(link).pathname);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(full.text).toContain(page.text);
    }
    expect((await get('/docs/nothing.md')).status).toBe(404);
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
