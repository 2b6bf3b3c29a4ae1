import { callApi, CANARY, type FakeSupplier, sharedStack, waitUntil } from '@shipyard/testing';
import { type FakeStack, joinFakeStack } from './fake-stack';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { metricsOf } from './gateway-metrics';
import { GatewayReplica } from './gateway-replica';

interface RequestItem {
  request_id: string;
  at: string;
  customer_id: string | null;
  key_id: string | null;
  endpoint: string;
  model: string | null;
  status: number;
  code: string | null;
  latency_ms: number;
  first_byte_ms: number | null;
  usage: Record<string, number> | null;
  cost_cny: string | null;
  trace: { route_id: string; supplier_id: string; outcome: string; ms: number }[];
}

interface UsageItem {
  day?: string;
  customer_id?: string;
  model?: string | null;
  route_id?: string | null;
  requests: number;
  errors: number;
  units: Record<string, number>;
  cost_cny: string;
  supplier_cost_cny: string;
}

const SECRET = 'a-word-that-must-stay-between-us';

describe('the request log', () => {
  const stack = sharedStack();
  const operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  let fake: FakeStack;
  let supplier: FakeSupplier;
  let customerId: string;

  beforeAll(async () => {
    fake = await joinFakeStack(stack);
    ({ supplier, customerId } = fake);
  });

  afterAll(() => fake.leave());

  const ask = (body: object, token = fake.secret, path = '/v1/chat/completions', url = stack.gatewayUrl) =>
    callApi<OpenAiFailure>(url, 'POST', path, {
      token,
      json: { model: 'fake-chat', messages: [{ role: 'user', content: SECRET }], user: SECRET, ...body },
    });
  const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';
  const find = (requestId: string) => operator.get<{ request: RequestItem }>(`/admin/requests/${requestId}`);

  async function logged(answer: { headers: Headers }): Promise<RequestItem> {
    const { body } = await waitUntil(
      () => find(idOf(answer)),
      ({ status }) => status === 200,
    );
    return body.data.request;
  }

  it('records the customer, latency, cost and route of an answer', async () => {
    const answer = await ask({});
    const request = await logged(answer);
    expect(request).toEqual({
      request_id: idOf(answer),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      customer_id: expect.any(String) as string,
      key_id: expect.any(String) as string,
      endpoint: 'POST /v1/chat/completions',
      model: 'fake-chat',
      status: 200,
      code: null,
      latency_ms: expect.any(Number) as number,
      first_byte_ms: expect.any(Number) as number,
      usage: { input_1k_tokens: 11, output_1k_tokens: 4 },
      cost_cny: answer.headers.get('x-gateway-cost-cny'),
      refunded_cny: null,
      price_list: 'base',
      trace: [
        {
          route_id: expect.any(String) as string,
          supplier_id: `fake-${CANARY}`,
          outcome: 'answered',
          ms: expect.any(Number) as number,
        },
      ],
    });
  });

  it('records the charge of a stream, and why one broke', async () => {
    const whole = await logged(await ask({ stream: true }));
    expect([whole.status, whole.code, whole.usage]).toEqual([200, null, { input_1k_tokens: 11, output_1k_tokens: 4 }]);
    supplier.script({ kind: 'answer', stream: { breakAfter: { words: 2, how: 'reset' } } });
    const broken = await logged(await ask({ stream: true }));
    expect([broken.status, broken.code, broken.trace[0]?.outcome]).toEqual([200, 'upstream_error', 'failed']);
    expect(nanoOf(broken.cost_cny ?? '')).toBeGreaterThan(0n);
  });

  it.each<[string, () => ReturnType<typeof ask>, Partial<RequestItem>]>([
    [
      'a model that there is not',
      () => ask({ model: SECRET }),
      { status: 404, code: 'model_not_found', model: null, trace: [] },
    ],
    ['a body of the wrong shape', () => ask({ messages: SECRET }), { status: 400, code: 'invalid_value', model: null }],
    [
      'a key that is none',
      () => ask({}, SECRET),
      { status: 401, code: 'invalid_api_key', customer_id: null, key_id: null },
    ],
    [
      'a route that is none',
      () => ask({}, undefined, `/v1/${SECRET}`),
      { status: 404, code: 'unknown_url', endpoint: 'unknown' },
    ],
  ])('records %s by its code', async (_, refused, expected) => {
    expect(await logged(await refused())).toMatchObject({ ...expected, usage: null, cost_cny: null });
  });

  it('records whose key lacked the scope', async () => {
    const answer = await ask({ prompt: SECRET }, stack.credentials.enterprise_key_text_only, '/v1/images/generations');
    expect(await logged(answer)).toMatchObject({
      code: 'insufficient_scope',
      customer_id: expect.any(String) as string,
    });
  });

  it('records a supplier that failed', async () => {
    supplier.script({ kind: 'status', status: 503 });
    expect(await logged(await ask({}))).toMatchObject({
      status: 502,
      code: 'upstream_error',
      trace: [{ outcome: 'failed' }],
      cost_cny: null,
    });
  });

  it('contains no prompt, answer or invented name', async () => {
    const rows = await stack.query('gateway', 'SELECT request_log::text AS line FROM request_log');
    expect(rows.length).toBeGreaterThan(5);
    for (const { line } of rows) expect(line).not.toMatch(new RegExp(`${SECRET}|Hello`));
    const metrics = await metricsOf(stack, 'gateway');
    expect(metrics).not.toContain(SECRET);
    expect(metrics).toMatch(/gateway_requests_total\{[^}]*model="fake-chat"[^}]*outcome="ok"[^}]*\} \d+/);
    expect(metrics).toMatch(/gateway_units_total\{model="fake-chat",[^}]*unit_type="output_1k_tokens"[^}]*\} \d+/);
    expect(metrics).toMatch(/gateway_cost_nano_cny_total\{model="fake-chat"/);
    expect(metrics).toMatch(/gateway_first_byte_seconds_count\{/);
  });

  it('lists pages without gaps or repeats, and filters', async () => {
    const all: RequestItem[] = [];
    let cursor = '';
    do {
      const { body } = await operator.get<{ items: RequestItem[]; next_cursor: string | null }>(
        `/admin/requests?customer_id=${customerId}&limit=3${cursor}`,
      );
      all.push(...body.data.items);
      cursor = body.data.next_cursor === null ? '' : `&cursor=${body.data.next_cursor}`;
    } while (cursor !== '');
    const [{ count } = {}] = await stack.query(
      'gateway',
      'SELECT count(*)::int AS count FROM request_log WHERE customer_id = $1',
      [customerId],
    );
    expect(new Set(all.map(({ request_id }) => request_id)).size).toBe(count);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );

    const filtered = async (query: string) =>
      (await operator.get<{ items: RequestItem[] }>(`/admin/requests?customer_id=${customerId}&${query}`)).body.data
        .items;
    expect((await filtered('code=upstream_error')).every(({ code }) => code === 'upstream_error')).toBe(true);
    expect((await filtered('status=404')).map(({ code }) => code)).toEqual(['model_not_found']);
    // For a URL that there is not, no key is read.
    const { body } = await operator.get<{ items: RequestItem[] }>('/admin/requests?status=404&code=unknown_url');
    expect(new Set(body.data.items.map(({ code, status }) => `${status} ${code}`))).toEqual(
      new Set(['404 unknown_url']),
    );
    expect(await filtered('to=2000-01-01')).toEqual([]);
  });

  it.each(['limit=0', 'status=abc', 'cursor=%00', 'customer_id=me', 'from=yesterday'])('refuses %s', async (query) => {
    expect((await operator.get(`/admin/requests?${query}`)).status).toBe(400);
  });

  it('is not for customers, and answers 404 for unknown ids', async () => {
    expect(
      (await callApi(stack.gatewayUrl, 'GET', '/admin/requests', { token: stack.credentials.enterprise_key })).status,
    ).toBe(401);
    expect(
      (await callApi(stack.gatewayUrl, 'GET', '/admin/usage', { token: stack.credentials.enterprise_key })).status,
    ).toBe(401);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'x', '%00']) expect((await find(id)).status).toBe(404);
  });

  it('adds up to the ledger for every grouping', async () => {
    const usage = async (query: string) =>
      (await operator.get<{ items: UsageItem[] }>(`/admin/usage?customer_id=${customerId}${query}`)).body.data.items;
    const [row] = await stack.query(
      'gateway',
      `SELECT sum(-amount_nano)::text AS nano FROM ledger_entries WHERE account = 'customer' AND kind = 'charge' AND customer_id = $1`,
      [customerId],
    );
    const [{ asked } = {}] = await stack.query(
      'gateway',
      'SELECT count(*)::int AS asked FROM request_log WHERE customer_id = $1',
      [customerId],
    );
    for (const groups of [
      '',
      '&group_by=day',
      '&group_by=model',
      '&group_by=customer,key',
      '&group_by=day,customer,key,model,route',
    ]) {
      const items = await usage(groups);
      expect(items.reduce((sum, { cost_cny }) => sum + nanoOf(cost_cny), 0n)).toBe(BigInt(String(row?.nano)));
      expect(items.reduce((sum, { requests }) => sum + requests, 0)).toBe(asked);
    }
    const byModel = await usage('&group_by=model');
    const chat = byModel.find(({ model }) => model === 'fake-chat');
    expect(chat).toMatchObject({ errors: 2, supplier_cost_cny: '0.00' });
    expect(chat?.units.output_1k_tokens).toBeGreaterThan(8);
    const [{ today } = {}] = await stack.query(
      'gateway',
      `SELECT to_char(now() AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS today`,
    );
    expect((await usage('&group_by=day')).map(({ day }) => day)).toContain(today);
    expect(await usage('&to=2000-01-01&from=1999-01-01')).toEqual([]);
    const all = await operator.get<{ items: UsageItem[] }>('/admin/usage?group_by=customer');
    const [own] = all.body.data.items.filter((each) => each.customer_id === customerId);
    expect(all.body.data.items.length).toBeGreaterThan(1);
    expect(await usage('&group_by=customer')).toEqual([own]);
    const nobodys = await operator.get<{ items: UsageItem[] }>(
      '/admin/usage?customer_id=00000000-0000-7000-8000-000000000000',
    );
    expect(nobodys.body.data.items).toEqual([]);
    expect((await operator.get('/admin/usage?customer_id=nobody')).status).toBe(400);
    expect((await operator.get('/admin/usage?group_by=user')).status).toBe(400);
    expect((await operator.get('/admin/usage?group_by=day,day')).status).toBe(400);
  });

  it('is written completely when the process stops', async () => {
    const gateway = await GatewayReplica.start(stack, {});
    const answer = await ask({}, undefined, undefined, gateway.url);
    await gateway.end('SIGTERM');
    const rows = await stack.query('gateway', 'SELECT FROM request_log WHERE request_id = $1', [idOf(answer)]);
    expect(rows).toHaveLength(1);
  });
});
