import {
  CANARY,
  callApi,
  type FakeSearch,
  type FakeSearchResult,
  type SearchBehavior,
  type SearchKind,
  sharedStack,
  startFakeSearch,
  waitUntil,
} from '@shipyard/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Admin } from './admin-client';
import { type LedgerItem, nanoOf, type OpenAiFailure } from './gateway-client';

interface Search extends OpenAiFailure {
  id: string;
  object: string;
  created: number;
  model: string;
  query: string;
  results: {
    title: string | null;
    url: string;
    snippet: string | null;
    site_name: string | null;
    published_at: string | null;
    score: number | null;
  }[];
  usage: { requests: number; cost_cny: number };
}

type Ledger = (LedgerItem & { route_id: string | null; supplier_cost_cny: string | null; key_id: string | null })[];

const TERMS = {
  product: 'search',
  owned_by: 'us',
  display_name: 'Suite',
  supports_streaming: false,
  supports_function_calling: false,
  supports_vision: false,
  max_input_tokens: 1_000,
  max_output_tokens: 0,
  input_modalities: ['text'],
  output_modalities: ['text'],
  active: true,
};
const UNITS = [{ unit_type: 'request', unit_name: 'search', price_cny: '0.012345678' }];
const KINDS: SearchKind[] = ['tavily', 'bocha', 'serper', 'searxng', 'zhipu'];
const many = (count: number): FakeSearchResult[] =>
  Array.from({ length: count }, (_, at) => ({ title: `T${at}`, url: `https://a.example/${at}`, snippet: 'S' }));

describe('web searches', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Admin(stack.gatewayUrl, credentials.gateway_admin_key);
  const idOf = (name: string) => `search-${process.pid}-${name}`;
  const fakes = {} as Record<SearchKind, FakeSearch>;
  let customer: { customerId: string; keyId: string; secret: string };

  const search = (json: unknown, call: { token?: string; headers?: Record<string, string> } = {}) =>
    callApi<Search>(stack.gatewayUrl, 'POST', '/v1/searches', { token: customer.secret, json, ...call });

  const discreet = async (json: unknown, call = {}) => {
    const answer = await search(json, call);
    expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(CANARY);
    return answer;
  };

  const ledgerOf = async (answer: { headers: Headers }) =>
    (await owner.do<{ items: Ledger }>('GET', `/ledger?request_id=${answer.headers.get('x-request-id') ?? ''}`)).items;

  const balanceNano = async () =>
    nanoOf((await owner.do<{ balance_cny: string }>('GET', `/customers/${customer.customerId}/balance`)).balance_cny);

  const addModel = async (name: string, suppliers: string[], units: object[] = UNITS) => {
    await owner.do('PUT', `/models/${idOf(name)}`, TERMS);
    if (units.length > 0) await owner.do('POST', `/models/${idOf(name)}/prices`, { units });
    const routeIds: string[] = [];
    for (const [priority, supplier] of suppliers.entries()) {
      const { route } = await owner.do<{ route: { id: string } }>('POST', `/models/${idOf(name)}/routes`, {
        supplier_id: supplier === 'sandbox' ? supplier : idOf(supplier),
        upstream_model: supplier === 'zhipu' ? 'search_pro_sogou' : `up-${CANARY}`,
        priority,
        supplier_prices: [{ unit_type: 'request', price_cny: '0.002' }],
      });
      routeIds.push(route.id);
    }
    return routeIds;
  };

  const addSupplier = (name: string, kind: string, baseUrl: string, apiKeys: string[]) =>
    owner.do('POST', '/suppliers', {
      id: idOf(name),
      kind,
      base_url: baseUrl,
      api_keys: apiKeys,
      internal: true,
      timeouts: { first_byte_ms: 1_000 },
    });

  let serperRouteId: string | undefined;

  beforeAll(async () => {
    customer = await owner.customer('10');
    for (const kind of KINDS) {
      fakes[kind] = await startFakeSearch(kind);
      await addSupplier(kind, kind, fakes[kind].baseUrl, kind === 'searxng' ? [] : [fakes[kind].apiKey]);
      const [routeId] = await addModel(kind, [kind]);
      if (kind === 'serper') serperRouteId = routeId;
    }
    // Nothing listens at this port any more.
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    await addSupplier('gone', 'tavily', `http://127.0.0.1:${port}`, ['k']);
    await addModel('after-gone', ['gone', 'bocha']);
    await addModel('either', ['tavily', 'bocha']);
    await addModel('local', ['bocha', 'sandbox']);
    await addModel('unserved', []);
    await addModel('unpriced', ['bocha'], []);
    await addModel('dear', ['bocha'], [{ ...UNITS[0], price_cny: '999999999' }]);
    await waitUntil(
      () => search({ query: 'a', model: idOf('dear') }),
      ({ body }) => body.error?.code === 'insufficient_quota',
    );
  });

  beforeEach(() => {
    for (const fake of Object.values(fakes)) fake.script();
  });

  afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

  it('answer in the shape of the interface, by the first search model where none is named, and are charged once', async () => {
    const answer = await search({ query: 'rockets to the Moon' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['id', 'object', 'created', 'model', 'query', 'results', 'usage']);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^search_[0-9a-f]{32}$/) as string,
      object: 'search',
      model: 'sandbox-search',
      query: 'rockets to the Moon',
      usage: { requests: 1, cost_cny: 0.01 },
    });
    expect(Math.abs(answer.body.created - Date.now() / 1_000)).toBeLessThan(60);
    expect(answer.body.results).toHaveLength(10);
    expect(answer.body.results[0]?.title).toContain('Space travel');
    for (const result of answer.body.results) {
      expect(Object.keys(result)).toEqual(['title', 'url', 'snippet', 'site_name', 'published_at', 'score']);
      expect(result.url).toMatch(/^https:\/\//);
      if (result.published_at !== null) expect(new Date(result.published_at).toISOString()).toBe(result.published_at);
      expect(result.score).toBeGreaterThanOrEqual(0);
      expect(result.score).toBeLessThanOrEqual(1);
    }
    expect(answer.headers.get('x-gateway-cost-cny')).toBe('0.01');
    const rows = await ledgerOf(answer);
    expect(rows.map(({ account, amount_cny }) => [account, amount_cny]).sort()).toEqual([
      ['customer', '-0.01'],
      ['revenue', '0.01'],
    ]);
    expect(rows[0]).toMatchObject({
      kind: 'charge',
      model: 'sandbox-search',
      key_id: customer.keyId,
      lines: [{ unit_type: 'request', units: 1, unit_price_cny: '0.01', amount_cny: '0.01' }],
    });
  });

  it('answer by the sandbox within their filters, and as many as were asked for', async () => {
    const hosts = async (json: object) =>
      (await search({ query: 'news', model: 'sandbox-search', ...json })).body.results.map(
        ({ url }) => new URL(url).hostname,
      );
    expect(await hosts({ count: 3 })).toHaveLength(3);
    expect(await hosts({ count: 50 })).toHaveLength(50);
    expect(new Set(await hosts({ count: 50, include_domains: ['News.Example.com'] }))).toEqual(
      new Set(['news.example.com', 'zh.news.example.com']),
    );
    expect(await hosts({ count: 50, exclude_domains: ['example.com'] })).not.toContain('news.example.com');
    expect((await hosts({ count: 50, country: 'cn', language: 'zh-cn' })).every((host) => host.startsWith('zh.'))).toBe(
      true,
    );
    const { body } = await search({ query: 'news', count: 50, freshness: 'week', user: 'u'.repeat(256) });
    expect(body.results.length).toBeGreaterThan(0);
    for (const { published_at } of body.results)
      expect(Date.now() - Date.parse(published_at ?? '')).toBeLessThan(8 * 86_400_000);
  });

  it('without results succeed, and are billed as one request', async () => {
    const answer = await search({ query: 'a', include_domains: ['nowhere.test'] });
    expect([answer.status, answer.body.results, answer.body.usage, answer.headers.get('x-gateway-cost-cny')]).toEqual([
      200,
      [],
      { requests: 1, cost_cny: 0.01 },
      '0.01',
    ]);
    fakes.bocha.script({ kind: 'answer', results: [] });
    expect((await discreet({ query: 'a', model: idOf('bocha') })).body).toMatchObject({
      results: [],
      usage: { requests: 1, cost_cny: 0.012345678 },
    });
  });

  it.each(KINDS)('mean the same by %s', async (kind) => {
    const dates: Record<SearchKind, string> = {
      tavily: 'Mon, 08 Jan 2024 12:00:00 GMT',
      bocha: '2024-01-08T20:00:00+08:00',
      serper: 'Jan 8, 2024',
      searxng: '2024-01-08T12:00:00',
      zhipu: '2024年1月8日',
    };
    const results: FakeSearchResult[] = [
      {
        title: 'A &amp; <b>B</b>',
        url: 'https://www.a.example/x?utm_source=s',
        snippet: 'One<br>two <script>alert(1)</script>&lt;img src=x onerror=y&gt;',
        publishedAt: dates[kind],
        score: 0.5,
      },
      { title: '', url: 'javascript:alert(1)', snippet: 'bad' },
      { title: 'Again', url: 'http://a.example/x', snippet: 'Same page' },
      { title: 'C', url: 'https://c.example/', snippet: '', publishedAt: 'whenever' },
    ];
    fakes[kind].script({ kind: 'answer', results });
    const answer = await discreet({ query: 'tea', model: idOf(kind), count: 4 });
    expect(answer.status).toBe(200);
    expect(answer.body.results).toEqual([
      {
        title: 'A & B',
        url: 'https://www.a.example/x?utm_source=s',
        snippet: 'One two',
        site_name: null,
        published_at: expect.stringMatching(/^2024-01-08(?:T12:00:00\.000Z)?$/) as string,
        score: kind === 'tavily' ? 0.5 : null,
      },
      {
        title: 'C',
        url: 'https://c.example/',
        snippet: null,
        site_name: null,
        published_at: null,
        score: kind === 'tavily' ? 0.5 : null,
      },
    ]);
    expect(answer.body.usage.cost_cny).toBe(0.012345678);
  });

  it('return only the requested sites, whatever the supplier sends', async () => {
    for (const kind of KINDS) {
      fakes[kind].script({
        kind: 'answer',
        results: [...many(3), { title: 'B', url: 'https://sub.b.example/', snippet: 'S' }],
      });
      const { body } = await discreet({ query: 'tea', model: idOf(kind), include_domains: ['b.example'] });
      expect(body.results.map(({ url }) => url)).toEqual(['https://sub.b.example/']);
    }
  });

  it('of several pages are one request for the customer, and each page a cost of the supplier', async () => {
    fakes.serper.script(...Array.from({ length: 3 }, (): SearchBehavior => ({ kind: 'answer', results: many(60) })));
    const answer = await discreet({ query: 'tea', model: idOf('serper'), count: 25 });
    expect([answer.body.results.length, answer.headers.get('x-gateway-cost-cny')]).toEqual([25, '0.012345678']);
    const row = (await ledgerOf(answer)).find(({ account }) => account === 'customer');
    expect(row).toMatchObject({ amount_cny: '-0.012345678', route_id: serperRouteId, supplier_cost_cny: '0.006' });
  });

  it.each<[string, unknown, number, string, string | null]>([
    ['no query', {}, 400, 'missing_required_parameter', 'query'],
    ['an empty query', { query: '' }, 400, 'invalid_value', 'query'],
    ['a query of blanks', { query: ' \n' }, 400, 'invalid_value', 'query'],
    ['a query that is none', { query: ['a'] }, 400, 'invalid_value', 'query'],
    ['a query of 1,001 characters', { query: '文'.repeat(1_001) }, 400, 'invalid_value', 'query'],
    ['a query with U+0000', { query: 'a\u0000b' }, 400, 'invalid_value', 'query'],
    ['a count of 0', { query: 'a', count: 0 }, 400, 'invalid_value', 'count'],
    ['a count of 51', { query: 'a', count: 51 }, 400, 'invalid_value', 'count'],
    ['a count of 1.5', { query: 'a', count: 1.5 }, 400, 'invalid_value', 'count'],
    ['a count in text', { query: 'a', count: '5' }, 400, 'invalid_value', 'count'],
    ['an unknown freshness', { query: 'a', freshness: 'hour' }, 400, 'invalid_value', 'freshness'],
    ['sites that are no list', { query: 'a', include_domains: 'a.example' }, 400, 'invalid_value', 'include_domains'],
    [
      'a site with a protocol',
      { query: 'a', include_domains: ['https://a.example'] },
      400,
      'invalid_value',
      'include_domains',
    ],
    [
      'a site that is an address',
      { query: 'a', exclude_domains: ['127.0.0.1'] },
      400,
      'invalid_value',
      'exclude_domains',
    ],
    [
      '21 sites',
      { query: 'a', exclude_domains: Array.from({ length: 21 }, (_, at) => `a${at}.example`) },
      400,
      'invalid_value',
      'exclude_domains',
    ],
    ['a country that is none', { query: 'a', country: 'ZZ' }, 400, 'invalid_value', 'country'],
    ['a language that is none', { query: 'a', language: 'english' }, 400, 'invalid_value', 'language'],
    ['a user of 257 characters', { query: 'a', user: 'u'.repeat(257) }, 400, 'invalid_value', 'user'],
    ['an unknown field', { query: 'a', safe: true }, 400, 'unsupported_parameter', 'safe'],
    ['a model that is no text', { query: 'a', model: 5 }, 400, 'invalid_value', 'model'],
    ['an unknown model', { query: 'a', model: 'nothing' }, 404, 'model_not_found', 'model'],
    ['a model of another product', { query: 'a', model: 'sandbox-chat' }, 404, 'model_not_found', 'model'],
  ])('refuse %s', async (_, json, status, code, param) => {
    const answer = await search(json);
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { message: expect.any(String) as string, type: 'invalid_request_error', param, code },
    ]);
    expect(answer.headers.get('x-gateway-cost-cny')).toBeNull();
    expect(await ledgerOf(answer)).toEqual([]);
  });

  it('take a query of 1,000 characters, and null for what is left out', async () => {
    const absent = {
      model: null,
      count: null,
      freshness: null,
      include_domains: null,
      exclude_domains: [],
      country: null,
      language: null,
      user: null,
    };
    expect((await search({ query: '😀'.repeat(1_000), ...absent })).status).toBe(200);
  });

  it('refuse a key without the scope and name it, a body that is no JSON, and other methods', async () => {
    const { status, body } = await search({ query: 'a' }, { token: credentials.enterprise_key_text_only });
    expect([status, body.error.type, body.error.code]).toEqual([403, 'permission_error', 'insufficient_scope']);
    expect(body.error.message).toContain('search');
    const raw = (method: string, init: object) =>
      callApi<OpenAiFailure>(stack.gatewayUrl, method, '/v1/searches', { token: customer.secret, ...init });
    expect(
      (await raw('POST', { body: '{"query":', headers: { 'content-type': 'application/json' } })).body.error.code,
    ).toBe('invalid_json');
    expect((await raw('GET', {})).body.error.code).toBe('unknown_url');
  });

  it.each<[string, number, string, object]>([
    ['unserved', 503, 'no_route_available', { 'retry-after': '5' }],
    ['unpriced', 503, 'service_unavailable', { 'retry-after': '60' }],
    ['dear', 429, 'insufficient_quota', { 'x-should-retry': 'false' }],
  ])('by a model that is %s are refused', async (name, status, code, headers) => {
    const answer = await search({ query: 'a', model: idOf(name) });
    expect([answer.status, answer.body.error.code, Object.fromEntries(answer.headers)]).toMatchObject([
      status,
      code,
      headers,
    ]);
  });

  it('skip a supplier that does not support a field, and name the field if none does', async () => {
    const asked = fakes.bocha.calls.length;
    expect(
      (await discreet({ query: 'a', model: idOf('local'), language: 'zh' })).body.results.every(({ url }) =>
        url.includes('//zh.'),
      ),
    ).toBe(true);
    expect(fakes.bocha.calls).toHaveLength(asked);
    const { status, body } = await discreet({ query: 'a', model: idOf('either'), language: 'zh' });
    expect([status, body.error]).toMatchObject([400, { code: 'unsupported_parameter', param: 'language' }]);
    expect((await discreet({ query: 'x'.repeat(401), model: idOf('either') })).status).toBe(200);
  });

  it('refuse a query that is too long for every route as a wrong value, with the limit', async () => {
    const { status, body } = await discreet({ query: 'x'.repeat(401), model: idOf('tavily') });
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'invalid_value', param: 'query', message: expect.stringContaining('at most 400 characters') as string },
    ]);
    expect((await discreet({ query: '😀'.repeat(400), model: idOf('tavily') })).status).toBe(200);
    // The other route does not support a country, so only this one's limit counts.
    expect((await discreet({ query: 'x'.repeat(401), model: idOf('either'), country: 'CN' })).body.error).toMatchObject(
      { code: 'invalid_value', param: 'query' },
    );
  });

  it.each([401, 402, 403, 404, 429])('go to the next route after a %i, and are charged once', async (status) => {
    fakes.bocha.script({ kind: 'status', status });
    const asked = fakes.tavily.calls.length;
    await addModel(`next-${status}`, ['bocha', 'tavily']);
    await waitUntil(
      () => search({ query: 'a', model: idOf(`next-${status}`), country: 'FR' }),
      (answer) => answer.status === 200,
    );
    const before = await balanceNano();
    const answer = await discreet({ query: 'a', model: idOf(`next-${status}`) });
    expect([answer.status, fakes.tavily.calls.length - asked]).toEqual([200, 2]);
    expect(before - (await balanceNano())).toBe(12_345_678n);
  });

  it('go to the next route after a refused connection', async () => {
    const asked = fakes.bocha.calls.length;
    expect([
      (await discreet({ query: 'a', model: idOf('after-gone') })).status,
      fakes.bocha.calls.length - asked,
    ]).toEqual([200, 1]);
  });

  it.each<[string, SearchBehavior, number, string]>([
    ['a 500', { kind: 'status', status: 500 }, 502, 'upstream_error'],
    ['a 503', { kind: 'status', status: 503 }, 502, 'upstream_error'],
    ['a 408', { kind: 'status', status: 408 }, 504, 'upstream_timeout'],
    ['a 409', { kind: 'status', status: 409 }, 502, 'upstream_error'],
    ['a reset', { kind: 'reset' }, 502, 'upstream_error'],
    ['a page', { kind: 'page' }, 502, 'upstream_error'],
    ['JSON that was cut', { kind: 'cut' }, 502, 'upstream_error'],
    ['no answer in time', { kind: 'stall' }, 504, 'upstream_timeout'],
  ])(
    'that may have been accepted end with %s: no other route, no charge, a loss, and the client is told not to repeat',
    async (_, behavior, status, code) => {
      const asked = fakes.bocha.calls.length;
      fakes.tavily.script(behavior);
      const before = await balanceNano();
      const answer = await discreet({ query: 'a', model: idOf('either') });
      expect([answer.status, answer.body.error]).toMatchObject([status, { type: 'api_error', code }]);
      expect([
        answer.headers.get('x-should-retry'),
        answer.headers.get('x-gateway-cost-cny'),
        fakes.bocha.calls.length - asked,
      ]).toEqual(['false', null, 0]);
      expect(before - (await balanceNano())).toBe(0n);
      const loss = { kind: 'loss', amount_cny: '0.00', supplier_cost_cny: '0.002' };
      expect(await ledgerOf(answer)).toMatchObject([loss, loss]);
    },
  );

  it("that the supplier refuses are the caller's fault, and no other route is asked", async () => {
    const asked = fakes.bocha.calls.length;
    fakes.tavily.script({ kind: 'status', status: 400 });
    const answer = await discreet({ query: 'a', model: idOf('either') });
    expect([
      answer.status,
      answer.body.error.code,
      answer.headers.get('x-should-retry'),
      fakes.bocha.calls.length - asked,
    ]).toEqual([400, 'invalid_value', null, 0]);
  });

  it('with an Idempotency-Key are bought and charged once, however often they are sent', async () => {
    const json = { query: 'tea', model: idOf('tavily') };
    const headers = { 'idempotency-key': `search ${idOf('once')}` };
    const asked = fakes.tavily.calls.length;
    const before = await balanceNano();
    const answers = await Promise.all(Array.from({ length: 5 }, () => discreet(json, { headers })));
    const replay = await discreet(json, { headers });
    const [first] = answers.filter(({ status, headers: sent }) => status === 200 && !sent.has('idempotency-replayed'));
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error.code]).toEqual([409, 'idempotency_in_progress']);
    expect([
      replay.status,
      replay.headers.get('idempotency-replayed'),
      replay.headers.get('x-gateway-cost-cny'),
      replay.body,
    ]).toEqual([200, 'true', null, first?.body]);
    expect([fakes.tavily.calls.length - asked, before - (await balanceNano())]).toEqual([1, 12_345_678n]);
    expect((await discreet({ ...json, query: 'coffee' }, { headers })).body.error.code).toBe('idempotency_key_reused');
  });

  it('whose outcome is unknown are not bought again under their Idempotency-Key', async () => {
    const json = { query: 'tea', model: idOf('tavily') };
    const headers = { 'idempotency-key': `search ${idOf('unknown')}` };
    fakes.tavily.script({ kind: 'reset' });
    const asked = fakes.tavily.calls.length;
    const [once, again] = [await discreet(json, { headers }), await discreet(json, { headers })];
    expect([
      once.status,
      again.status,
      again.headers.get('idempotency-replayed'),
      fakes.tavily.calls.length - asked,
    ]).toEqual([502, 502, 'true', 1]);
  });

  it.each<[string, SearchBehavior, boolean]>([
    ['broke off', { kind: 'reset' }, true],
    ['answered 500', { kind: 'status', status: 500 }, true],
    ['answered 401', { kind: 'status', status: 401 }, false],
  ])(
    'cost the customer nothing where the supplier %s, and are a loss where it may have searched',
    async (_, behavior, isLoss) => {
      fakes.tavily.script(behavior);
      const before = await balanceNano();
      const answer = await discreet({ query: 'tea', model: idOf('tavily') });
      expect([answer.status, await balanceNano()]).toEqual([502, before]);
      const { items } = await owner.do<{ items: object[] }>(
        'GET',
        `/ledger?request_id=${answer.headers.get('x-request-id') ?? ''}`,
      );
      const row = { kind: 'loss', amount_cny: '0.00', supplier_cost_cny: '0.002', model: idOf('tavily') };
      expect(items).toMatchObject(isLoss ? [row, row] : []);
    },
  );

  it('are shown among the losses by what their suppliers took', async () => {
    const { items } = await owner.do<{ items: { model: string }[] }>('GET', '/losses?group_by=model,reason');
    expect(items.filter(({ model }) => model === idOf('tavily'))).toEqual([
      {
        model: idOf('tavily'),
        reason: 'undelivered',
        requests: expect.any(Number) as number,
        loss_cny: '0.00',
        supplier_cost_cny: expect.stringMatching(/^0\.0\d+$/) as string,
      },
    ]);
  });

  it('are charged even if the customer disconnects', async () => {
    let answer: () => void = () => undefined;
    fakes.tavily.script({ kind: 'answer', after: new Promise((resolve) => (answer = resolve)) });
    const asked = fakes.tavily.calls.length;
    const before = await balanceNano();
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${customer.secret}`, 'content-type': 'application/json' };
    const sent = fetch(`${stack.gatewayUrl}/v1/searches`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: 'tea', model: idOf('tavily') }),
      signal: leaving.signal,
    });
    await waitUntil(
      () => Promise.resolve(fakes.tavily.calls.length),
      (count) => count > asked,
    );
    leaving.abort();
    await expect(sent).rejects.toThrow();
    answer();
    await waitUntil(
      async () => String(before - (await balanceNano())),
      (spent) => spent === '12345678',
    );
  });

  it('count against the limits of their key', async () => {
    const { secret } = await owner.customer('1', { rpm: 1, scopes: ['search'] });
    const first = await search({ query: 'a' }, { token: secret });
    const second = await search({ query: 'a' }, { token: secret });
    expect([
      first.status,
      first.headers.get('x-ratelimit-remaining-requests'),
      second.status,
      second.body.error.code,
    ]).toEqual([200, '0', 429, 'rate_limit_exceeded']);
  });

  it('are refused by a key that excludes the model', async () => {
    const { secret } = await owner.customer('1', { models: ['sandbox-chat'] });
    expect((await search({ query: 'a' }, { token: secret })).body.error).toMatchObject({ code: 'model_not_allowed' });
  });

  it('are in the log of requests, with the routes that were asked and never the query', async () => {
    const answer = await discreet({ query: 'a secret wish', model: idOf('after-gone') });
    const { text, body } = await waitUntil(
      () => owner.call<{ request: object }>('GET', `/requests/${answer.headers.get('x-request-id') ?? ''}`),
      ({ status }) => status === 200,
    );
    expect(body.data.request).toMatchObject({
      model: idOf('after-gone'),
      status: 200,
      code: null,
      key_id: customer.keyId,
      cost_cny: '0.012345678',
      trace: [
        { supplier_id: idOf('gone'), outcome: 'failed' },
        { supplier_id: idOf('bocha'), outcome: 'answered' },
      ],
    });
    expect(text).not.toContain('secret wish');
  });

  it.each(KINDS)('of the kind %s can be tested by an operator without buying one', async (kind) => {
    const bought = fakes[kind].calls.length;
    expect(await owner.do('POST', `/suppliers/${idOf(kind)}/test`)).toMatchObject({
      ok: true,
      checks: [{ ok: true, message: 'The supplier answers.' }],
    });
    expect(fakes[kind].calls).toHaveLength(bought);
  });

  it('need a base URL with SearXNG only', async () => {
    const create = (kind: string) => owner.call('POST', '/suppliers', { id: idOf(`bare-${kind}`), kind, api_keys: [] });
    expect((await create('searxng')).body).toMatchObject({
      ok: false,
      error: 'VALIDATION_FAILED',
      details: { fields: [{ field: 'base_url' }] },
    });
    expect((await create('serper')).body.data).toMatchObject({ supplier: { base_url: null, available: true } });
  });

  it('send suppliers nothing that they refuse', () => {
    expect(Object.values(fakes).flatMap(({ refusals }) => refusals)).toEqual([]);
  });
});
