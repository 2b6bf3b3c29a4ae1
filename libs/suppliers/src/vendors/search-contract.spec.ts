import { CANARY, type FakeSearch, type FakeSearchResult, type SearchBehaviour, type SearchKind, startFakeSearch } from '@shipyard/testing';
import { BochaSupplier } from './bocha/bocha-supplier';
import { checkSupplier } from '../check-supplier';
import type { SearchCall, SearchTerms } from '../contract/search-call';
import { SearxngSupplier } from './searxng/searxng-supplier';
import { SerperSupplier } from './serper/serper-supplier';
import type { Supplier } from '../contract/supplier';
import type { SupplierConnection } from '../contract/supplier-connection';
import { SupplierError, type SupplierFault } from '../contract/supplier-error';
import type { SupplierKind } from '../registry';
import { TavilySupplier } from './tavily/tavily-supplier';
import { ZhipuSupplier } from './zhipu/zhipu-supplier';

type SearchSupplier = Supplier & Required<Pick<Supplier, 'search' | 'close'>>;

interface Kind {
  open(connection: SupplierConnection): SearchSupplier;
  model: string;
  /** A date as it writes them, and what it means. */
  date: [written: string, meant: string];
  /** The fields of the body that each term becomes. */
  bodies: [terms: Partial<SearchTerms>, body: object][];
  /** What it has no place for, and the name of it. */
  unsupported: [terms: Partial<SearchTerms>, field: string][];
  /** How many results 50 wanted ones bring, of 60 that there are, and what is billed for them. */
  most: [results: number, billedUnits: number];
}

const KINDS: Record<SearchKind, Kind> = {
  tavily: {
    open: (connection) => new TavilySupplier(connection),
    model: 'basic',
    date: ['Mon, 08 Jan 2024 12:00:00 GMT', '2024-01-08T12:00:00.000Z'],
    bodies: [
      [{}, { query: 'tea', search_depth: 'basic', max_results: 10 }],
      [{ count: 50 }, { max_results: 20 }],
      [{ freshness: 'week' }, { time_range: 'week' }],
      [{ includeDomains: ['a.example'], excludeDomains: ['b.example'] }, { include_domains: ['a.example'], exclude_domains: ['b.example'] }],
      [{ country: 'CN' }, { country: 'china' }],
      [{ country: 'TR' }, { country: 'turkey' }],
      [{ user: 'somebody' }, { query: 'tea' }],
    ],
    unsupported: [[{ language: 'zh' }, 'language'], [{ country: 'AQ' }, 'country']],
    most: [20, 1],
  },
  bocha: {
    open: (connection) => new BochaSupplier(connection),
    model: 'web-search',
    date: ['2025-02-23T08:18:30+08:00', '2025-02-23T00:18:30.000Z'],
    bodies: [
      [{}, { query: 'tea', count: 10, freshness: 'noLimit' }],
      [{ freshness: 'day' }, { freshness: 'oneDay' }],
      [{ freshness: 'year' }, { freshness: 'oneYear' }],
      [{ includeDomains: ['a.example', 'b.example'], excludeDomains: ['c.example'] }, { include: 'a.example|b.example', exclude: 'c.example' }],
    ],
    unsupported: [[{ country: 'CN' }, 'country'], [{ language: 'zh' }, 'language']],
    most: [50, 1],
  },
  serper: {
    open: (connection) => new SerperSupplier(connection),
    model: 'google',
    date: ['Jan 8, 2024', '2024-01-08'],
    bodies: [
      [{}, { q: 'tea', num: 10, page: 1 }],
      [{ freshness: 'month' }, { tbs: 'qdr:m' }],
      [{ includeDomains: ['a.example'] }, { q: 'tea site:a.example' }],
      [{ includeDomains: ['a.example', 'b.example'], excludeDomains: ['c.example'] }, { q: 'tea (site:a.example OR site:b.example) -site:c.example' }],
      [{ country: 'CN', language: 'zh-CN' }, { gl: 'cn', hl: 'zh-cn' }],
    ],
    unsupported: [],
    most: [50, 5],
  },
  searxng: {
    open: (connection) => new SearxngSupplier(connection),
    model: 'general',
    date: ['2024-01-08T00:00:00', '2024-01-08'],
    bodies: [
      [{}, { q: 'tea', format: 'json', pageno: '1' }],
      [{ query: '!!g tea :en <3 a!b' }, { q: 'g tea en 3 a!b' }],
      [{ freshness: 'year' }, { time_range: 'year' }],
      [{ includeDomains: ['a.example'], excludeDomains: ['c.example'] }, { q: 'tea site:a.example -site:c.example' }],
      [{ language: 'de' }, { language: 'de' }],
      [{ language: 'de', country: 'CH' }, { language: 'de-CH' }],
    ],
    unsupported: [[{ country: 'CH' }, 'country'], [{ country: 'CH', language: 'zh-CN' }, 'country']],
    most: [60, 3],
  },
  zhipu: {
    open: (connection) => new ZhipuSupplier(connection),
    model: 'search_pro_sogou',
    date: ['2025年4月15日', '2025-04-15'],
    bodies: [
      [{ count: 11 }, { search_query: 'tea', search_engine: 'search_pro_sogou', count: 20, search_recency_filter: 'noLimit' }],
      [{ freshness: 'week' }, { search_recency_filter: 'oneWeek' }],
      [{ includeDomains: ['a.example'], excludeDomains: ['b.example'] }, { search_domain_filter: 'a.example' }],
      [{ user: 'somebody' }, { user_id: 'somebody' }],
      [{ user: 'me' }, { search_query: 'tea' }],
    ],
    unsupported: [[{ country: 'CN' }, 'country'], [{ language: 'zh' }, 'language'], [{ includeDomains: ['a.example', 'b.example'] }, 'include_domains']],
    most: [50, 1],
  },
};

const TERMS: SearchTerms = { query: 'tea', count: 10, freshness: undefined, includeDomains: [], excludeDomains: [], country: undefined, language: undefined, user: undefined };
const many = (count: number): FakeSearchResult[] => Array.from({ length: count }, (_, at) => ({ title: `T${at}`, url: `https://a.example/${at}`, snippet: 'S' }));

/** All that a failure says beside its cause. The service tells a customer nothing but the fault. */
function saidBy(error: unknown): string {
  if (!(error instanceof SupplierError)) throw error;
  return JSON.stringify({ ...error, message: error.message, cause: undefined });
}

/** Ends what it has begun, also where the test fails. */
async function withFake(name: SearchKind, work: (fake: FakeSearch, supplier: SearchSupplier) => Promise<void>): Promise<void> {
  const fake = await startFakeSearch(name);
  const supplier = KINDS[name].open({ baseUrl: fake.baseUrl, internal: true, options: {} });
  try {
    await work(fake, supplier);
  } finally {
    await supplier.close();
    await fake.close();
  }
}

describe.each(Object.entries(KINDS) as [SearchKind, Kind][])('a search supplier of the kind %s', (name, kind) => {
  let fake: FakeSearch;
  let supplier: SearchSupplier;
  let hasty: SearchSupplier;

  beforeAll(async () => {
    fake = await startFakeSearch(name);
    supplier = kind.open({ baseUrl: fake.baseUrl, internal: true, options: {} });
    hasty = kind.open({ baseUrl: fake.baseUrl, internal: true, options: { timeouts: { first_byte_ms: 300 } } });
  });

  beforeEach(() => fake.script());

  afterEach(() => expect(fake.refusals).toEqual([]));

  afterAll(async () => {
    await supplier.close();
    await hasty.close();
    await fake.close();
  });

  const call = (terms: Partial<SearchTerms> = {}): SearchCall => ({
    ...TERMS, ...terms, upstreamModel: kind.model, apiKey: fake.apiKey, signal: new AbortController().signal, deadlineAt: Infinity,
  });

  const search = async (terms: Partial<SearchTerms> = {}, asked = supplier) => {
    const found = await asked.search(call(terms));
    expect(JSON.stringify(found)).not.toContain(CANARY);
    return found;
  };

  const failure = async (...behaviours: SearchBehaviour[]): Promise<unknown> => {
    fake.script(...behaviours);
    const error = await search({}, hasty).then(() => undefined, (reason: unknown) => reason);
    expect(saidBy(error)).not.toContain(CANARY);
    return error;
  };

  it('finds, with nothing of its own in the results', async () => {
    const { results, billedUnits } = await search({ count: 3 });
    expect(results.map(({ title, url, snippet }) => [title, url, snippet])).toEqual([
      ['Result one', 'https://one.example/page', 'What one says.'],
      ['Result two', 'https://two.example/page', 'What two says.'],
      ['Result three', 'https://three.example/page', 'What three says.'],
    ]);
    expect(billedUnits).toBe(1);
    for (const { score, publishedAt } of results) {
      expect(name === 'tavily' ? score : null).toBe(score);
      expect(publishedAt).toBeNull();
    }
  });

  it('shows its key in a header only', async () => {
    await search({ count: 3 });
    const { url, body, headers } = fake.calls.at(-1) ?? { url: '', body: {}, headers: {} };
    expect(url + JSON.stringify(body)).not.toContain(fake.apiKey);
    expect(Object.values(headers).filter((value) => String(value).includes(fake.apiKey))).toHaveLength(1);
  });

  it('finds nothing, which is an answer', async () => {
    fake.script({ kind: 'answer', results: [] });
    expect(await search()).toEqual({ results: [], billedUnits: 1 });
  });

  it.each(kind.bodies)('asks in its words for %j', async (terms, body) => {
    expect(supplier.unsupportedSearchField?.({ ...TERMS, ...terms })).toBeUndefined();
    const asked = fake.calls.length;
    await search(terms);
    expect(fake.calls[asked]?.body).toMatchObject(body);
  });

  it('names what it has no place for', () => {
    for (const [terms, field] of kind.unsupported) expect(supplier.unsupportedSearchField?.({ ...TERMS, ...terms })).toBe(field);
  });

  it('tells dates, names and relevance where it knows them', async () => {
    const [written, meant] = kind.date;
    fake.script({ kind: 'answer', results: [{ title: 'A', url: 'https://a.example/', snippet: '', siteName: 'Site', publishedAt: written, score: 0.25 }, { title: 'B', url: 'https://b.example/', snippet: '', publishedAt: 'soon' }] });
    const { results } = await search({ count: 2 });
    expect(results.map(({ publishedAt }) => publishedAt)).toEqual([meant, null]);
    expect(results[0]).toMatchObject({ siteName: ['bocha', 'zhipu'].includes(name) ? 'Site' : null, score: name === 'tavily' ? 0.25 : null });
  });

  it('finds as many as it can of 50, and tells what they are billed as', async () => {
    fake.script(...Array.from({ length: 5 }, (): SearchBehaviour => ({ kind: 'answer', results: many(60) })));
    const before = fake.calls.length;
    const { results, billedUnits } = await search({ count: 50 });
    const [most, billed] = kind.most;
    expect([results.length, new Set(results.map(({ url }) => url)).size, billedUnits, fake.calls.length - before]).toEqual([most, most, billed, billed]);
  });

  it.each<[number, SupplierFault, boolean]>([
    [400, 'refused', false], [401, 'failed', false], [402, 'failed', false], [403, 'failed', false], [404, 'failed', false], [422, 'refused', false], [429, 'failed', false],
    [408, 'timeout', true], [409, 'failed', true], [500, 'failed', true], [502, 'failed', true], [503, 'failed', true], [504, 'timeout', true],
  ])('fails with %i: %s, which may have been accepted: %s', async (status, fault, mayBeAccepted) => {
    expect(await failure({ kind: 'status', status, headers: { 'retry-after': '7' } })).toMatchObject({ fault, mayBeAccepted, retryAfterMs: 7_000 });
    expect(await failure({ kind: 'status', status, body: `<html>${CANARY}` })).toMatchObject({ fault, mayBeAccepted });
  });

  it.each<[SearchBehaviour, SupplierFault]>([
    [{ kind: 'reset' }, 'failed'], [{ kind: 'stall' }, 'timeout'], [{ kind: 'page' }, 'failed'], [{ kind: 'cut' }, 'failed'],
    [{ kind: 'status', status: 200, body: [CANARY] }, 'failed'], [{ kind: 'status', status: 200, body: { error: { code: CANARY } } }, 'failed'],
  ])('fails by %j', async (behaviour, fault) => {
    expect(await failure(behaviour)).toMatchObject({ fault, mayBeAccepted: true });
  });

  it('reads what is not as it should be without falling over it', async () => {
    const odd = [null, 'x', 7, [], { title: 5, url: null, link: {}, content: [], snippet: 1, score: 'high', publishedDate: 3, publish_date: {}, date: [], published_date: null }];
    const answers: Record<SearchKind, object> = {
      tavily: { results: odd }, bocha: { code: '200', data: { webPages: { value: odd } } }, serper: { organic: odd, credits: 'two' }, searxng: { results: odd }, zhipu: { search_result: odd },
    };
    fake.script({ kind: 'status', status: 200, body: answers[name] });
    expect(await search({ count: 1 })).toEqual({ results: [{ title: '', url: '', snippet: '', siteName: null, publishedAt: null, score: null }], billedUnits: 1 });
  });

  it("is asked whether it answers without buying anything, and refuses a wrong key, which is our fault", async () => {
    const bought = fake.calls.length;
    const row = { kind: name as SupplierKind, baseUrl: fake.baseUrl, internal: true, options: {} };
    expect(await checkSupplier(row, { secret: fake.apiKey, last4: '7f3a' })).toMatchObject({ ok: true, message: 'The supplier answers.' });
    if (name !== 'searxng') {
      expect(await checkSupplier(row, { secret: 'sk-other', last4: 'ther' })).toMatchObject({ ok: false, message: 'The supplier answers, but refuses the key. Set another key.' });
      await expect(supplier.search({ ...call(), apiKey: 'sk-other' })).rejects.toMatchObject({ fault: 'failed', mayBeAccepted: false, status: 401 });
    }
    expect(fake.calls).toHaveLength(bought);
    fake.refusals.length = 0;
  });
});

describe('what search suppliers mean by their errors', () => {
  const meant: [SearchKind, SearchBehaviour, object][] = [
    ['tavily', { kind: 'status', status: 432, body: { detail: { error: CANARY } } }, { fault: 'failed', status: 402, mayBeAccepted: false }],
    ['tavily', { kind: 'status', status: 433 }, { fault: 'failed', status: 402, mayBeAccepted: false }],
    ['bocha', { kind: 'status', status: 403, body: { code: '403', message: 'You do not have enough money' } }, { fault: 'failed', status: 402, mayBeAccepted: false }],
    ['bocha', { kind: 'status', status: 200, body: { code: '429', msg: CANARY } }, { fault: 'failed', status: 429, mayBeAccepted: false }],
    ['bocha', { kind: 'status', status: 200, body: { code: 500, msg: CANARY } }, { fault: 'failed', status: 500, mayBeAccepted: true }],
    ['serper', { kind: 'status', status: 400, body: { message: 'Not enough credits', statusCode: 400 } }, { fault: 'failed', status: 402, mayBeAccepted: false }],
    ['serper', { kind: 'status', status: 403 }, { fault: 'failed', status: 401, mayBeAccepted: false }],
    ['searxng', { kind: 'answer', results: [], more: { unresponsive_engines: [['google', 'timeout']] } }, { fault: 'failed', mayBeAccepted: true }],
    ['zhipu', { kind: 'status', status: 429, body: { error: { code: '1113', message: CANARY } } }, { fault: 'failed', status: 402, mayBeAccepted: false }],
    ['zhipu', { kind: 'status', status: 429, body: { error: { code: '1302', message: CANARY } } }, { fault: 'failed', status: 429, mayBeAccepted: false }],
    ['zhipu', { kind: 'status', status: 400, body: { error: { code: '1301', message: CANARY } } }, { fault: 'content', mayBeAccepted: false }],
    ['zhipu', { kind: 'status', status: 400, body: { error: { code: 1211, message: CANARY } } }, { fault: 'failed', status: 404, mayBeAccepted: false }],
  ];

  it.each(meant)('%s: %j', (name, behaviour, expected) =>
    withFake(name, async (fake, supplier) => {
      fake.script(behaviour);
      const asked = supplier.search({ ...TERMS, upstreamModel: KINDS[name].model, apiKey: fake.apiKey, signal: new AbortController().signal, deadlineAt: Infinity });
      const error: unknown = await asked.then(() => undefined, (reason: unknown) => reason);
      expect(error).toMatchObject(expected);
      expect(String(error)).not.toContain(CANARY);
    }),
  );
});

describe('a search over several pages', () => {
  it('gives what is there when a later page fails, and counts what may be billed', () =>
    withFake('serper', async (fake, supplier) => {
      const call = { ...TERMS, count: 30, upstreamModel: 'm', apiKey: fake.apiKey, signal: new AbortController().signal, deadlineAt: Infinity };
      fake.script({ kind: 'answer', results: many(60) }, { kind: 'status', status: 500 });
      expect(await supplier.search(call)).toMatchObject({ results: { length: 10 }, billedUnits: 2 });
      fake.script({ kind: 'answer', results: many(60) }, { kind: 'status', status: 429 });
      expect(await supplier.search(call)).toMatchObject({ results: { length: 10 }, billedUnits: 1 });
    }));
});
