import { callApi, type FakeSearchResult, type SearchBehavior, sharedStack, waitUntil } from '@shipyard/testing';
import type { OpenAiFailure } from './gateway-client';
import { KINDS, searchStack, type SearchKind } from './search-stack';

const many = (count: number): FakeSearchResult[] =>
  Array.from({ length: count }, (_, at) => ({ title: `T${at}`, url: `https://a.example/${at}`, snippet: 'S' }));

describe('web searches', () => {
  const stack = sharedStack();
  const { credentials, owner, idOf, fakes, customer, routeIds, search, discreet, ledgerOf } = searchStack(
    stack,
    'search',
  );

  it('return the documented fields from the first search model by default, and are charged once', async () => {
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

  it('return from the sandbox as many results as requested, within the filters', async () => {
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

  it.each(KINDS)('return the same fields from %s', async (kind) => {
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

  it('of several pages cost the customer one request, and us each page', async () => {
    fakes.serper.script(...Array.from({ length: 3 }, (): SearchBehavior => ({ kind: 'answer', results: many(60) })));
    const answer = await discreet({ query: 'tea', model: idOf('serper'), count: 25 });
    expect([answer.body.results.length, answer.headers.get('x-gateway-cost-cny')]).toEqual([25, '0.012345678']);
    const row = (await ledgerOf(answer)).find(({ account }) => account === 'customer');
    expect(row).toMatchObject({
      amount_cny: '-0.012345678',
      route_id: routeIds.get('serper'),
      supplier_cost_cny: '0.006',
    });
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

  it('accept a query of 1,000 characters, and null for an absent field', async () => {
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

  it('refuse a key without the scope, a body that is not JSON, and other methods', async () => {
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

  it('refuse a query that is too long for every route as invalid_value, with the limit', async () => {
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

  it('are in the request log with their routes, and without the query', async () => {
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

  it.each(KINDS)('of the kind %s can be tested by an operator without a purchase', async (kind) => {
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
