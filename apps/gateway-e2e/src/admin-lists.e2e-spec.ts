import { callApi, sharedStack } from '@shipyard/testing';
import { Admin, type AdminBody, type Listed } from './admin-client';
import { type LedgerItem, nanoOf } from './gateway-client';

const NOTHING = '00000000-0000-7000-8000-000000000000';
const LISTS = [
  '/customers',
  '/keys',
  '/suppliers',
  '/models',
  '/routes',
  '/models/sandbox-chat/routes',
  '/models/sandbox-chat/prices',
  '/price-lists',
  '/ledger',
  '/requests',
  '/searches',
  '/tasks',
  '/audit',
  '/ledger-files',
  '/admin-keys',
  '/users',
];
const NAMED = ['/suppliers', '/models'];
const TIMED = ['/ledger', '/requests', '/searches'];
const BY_ID = LISTS.filter((path) => ![...NAMED, ...TIMED, '/tasks'].includes(path));
const CURSORS_OF: [string[], string][] = [
  [[...BY_ID, ...NAMED], NOTHING],
  [['/tasks', ...NAMED], `imgtask_${NOTHING.replaceAll('-', '')}`],
  [TIMED, `2026-05-31T09:30:00.000000Z ${NOTHING}`],
  [[], `0000-01-01T00:00:00.000000Z ${NOTHING}`],
  [NAMED, 'sandbox-chat'],
  [[], 'a\0b'],
];
const WRITES: [string, string][] = [
  ['POST', '/customers'],
  ['PATCH', `/customers/${NOTHING}`],
  ['POST', `/customers/${NOTHING}/credits`],
  ['POST', '/keys'],
  ['PATCH', `/keys/${NOTHING}`],
  ['POST', `/keys/${NOTHING}/rotate`],
  ['POST', '/suppliers'],
  ['PATCH', '/suppliers/sandbox'],
  ['PUT', '/models/nothing'],
  ['POST', '/models/nothing/routes'],
  ['PATCH', `/routes/${NOTHING}`],
  ['POST', '/models/nothing/prices'],
  ['POST', '/price-lists'],
  ['PATCH', `/price-lists/${NOTHING}`],
  ['PUT', `/customers/${NOTHING}/price-list`],
  ['POST', '/admin-keys'],
  ['POST', '/ledger-files'],
  ['POST', '/users'],
  ['PATCH', `/users/${NOTHING}`],
  ['POST', '/login'],
];

describe('every call of /admin', () => {
  const stack = sharedStack();
  const owner = new Admin(stack.gatewayUrl, stack.credentials.gateway_admin_key);

  it.each(LISTS)('that lists, here %s, returns pages without gaps or repeats', async (path) => {
    const idOf = (item: { id?: string; request_id?: string }) => item.id ?? item.request_id ?? '';
    const many = (await owner.do<Listed<object>>('GET', `${path}?limit=200`)).items.map(idOf);
    // Other suites may have added rows, and walking through all of them takes too long.
    const few: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && few.length < many.length + 50;) {
      const page: Listed<object> = await owner.do('GET', `${path}?limit=7${cursor && `&cursor=${cursor}`}`);
      few.push(...page.items.map(idOf));
      cursor = page.next_cursor;
    }
    const found = new Set(few);
    expect(many.filter((id) => !found.has(id))).toEqual([]);
    expect(few).toHaveLength(found.size);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=x'])
      expect((await owner.call('GET', `${path}?${query}`)).body.error).toBe('VALIDATION_FAILED');
  });

  it.each(LISTS)('that lists, here %s, refuses the cursor of another list', async (path) => {
    const owns = new Set(CURSORS_OF.filter(([lists]) => lists.includes(path)).map(([, text]) => text));
    for (const [, text] of CURSORS_OF) {
      const { status, body } = await owner.call('GET', `${path}?cursor=${Buffer.from(text).toString('base64url')}`);
      expect([text, status, body.error]).toEqual(
        owns.has(text) ? [text, 200, undefined] : [text, 400, 'VALIDATION_FAILED'],
      );
    }
  });

  it.each(WRITES)('that writes, here %s %s, refuses unknown fields and invalid JSON', async (method, path) => {
    const headers = { 'idempotency-key': 'of a refusal' };
    const unknown = await owner.call(method, path, { unheard_of: 1 }, { headers });
    expect([unknown.status, unknown.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(unknown.body.details?.fields).toContainEqual(
      expect.objectContaining({ field: 'unheard_of', message: 'is not a known field' }),
    );
    const broken = await callApi<AdminBody<unknown>>(stack.gatewayUrl, method, `/admin${path}`, {
      token: owner.key,
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"name":',
    });
    expect([broken.status, broken.body.error]).toEqual([400, 'MALFORMED_BODY']);
  });

  it('that does not exist is NOT_FOUND, and a known one names its methods', async () => {
    for (const [method, path, refused] of [
      ['GET', '/nothing', [404, 'NOT_FOUND', null]],
      ['DELETE', '/customers', [405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, POST']],
      ['PUT', `/customers/${NOTHING}`, [405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, PATCH']],
    ] as const) {
      const { status, body, headers } = await owner.call(method, path);
      expect([status, body.error, headers.get('allow')]).toEqual(refused);
    }
  });

  it('finds ledger rows by time and request, with usage, cost and route', async () => {
    const { customerId, keyId, secret } = await owner.customer();
    const chat = await callApi(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token: secret,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }] },
    });
    const find = async (query: string) =>
      await owner.all<LedgerItem & { created_at: string; key_id: string; route_id: string | null }>(
        `/ledger?customer_id=${customerId}${query}`,
      );
    const rows = await find(`&request_id=${chat.headers.get('x-request-id')}`);
    const [charge] = rows.filter(({ account }) => account === 'customer');
    expect(rows).toHaveLength(2);
    expect(rows.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(0n);
    expect(charge).toMatchObject({
      kind: 'charge',
      task_id: null,
      key_id: keyId,
      model: 'sandbox-chat',
      route_id: expect.any(String) as string,
    });
    const lines = charge?.lines ?? [];
    expect(lines.map(({ unit_type }) => unit_type)).toEqual(['input_1k_tokens', 'output_1k_tokens']);
    expect(lines.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(
      -nanoOf(charge?.amount_cny ?? '0'),
    );
    const at = new Date(charge?.created_at ?? '');
    const second = (ms: number) => encodeURIComponent(new Date(at.getTime() + ms).toISOString());
    expect((await find(`&from=${second(0)}&to=${second(1_000)}`)).map(({ id }) => id)).toEqual(
      rows.map(({ id }) => id),
    );
    expect(await find(`&from=${second(1_000)}`)).toEqual([]);
    expect((await find(`&to=${second(0)}`)).map(({ kind }) => kind)).toEqual(['credit', 'credit']);
  });
});
