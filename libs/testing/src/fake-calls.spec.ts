import { CANARY } from './canary';
import { type FakeSearch, startFakeSearch } from './fake-search';
import type { SearchKind } from './fake-search-protocols';

type Json = Record<string, unknown>;

interface Rules {
  path: string;
  headers: (apiKey: string) => Record<string, string>;
  otherKey: number | null;
  body: Json;
  bodies: [what: string, change: Json][];
}

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
const RULES: Record<SearchKind, Rules> = {
  tavily: {
    path: '/search',
    headers: bearer,
    otherKey: 401,
    body: { query: 'a' },
    bodies: [
      ['no query', { query: undefined }],
      ['a long query', { query: 'x'.repeat(401) }],
      ['21 results', { max_results: 21 }],
      ['an unknown range', { time_range: 'hour' }],
      ['a code of a country', { topic: 'general', country: 'CN' }],
      ['a country outside of general', { topic: 'news', country: 'china' }],
      ['a site that is none', { include_domains: ['https://a'] }],
      ['an unknown field', { language: 'zh' }],
    ],
  },
  bocha: {
    path: '/web-search',
    headers: bearer,
    otherKey: 401,
    body: { query: 'a' },
    bodies: [
      ['no query', { query: ' ' }],
      ['51 results', { count: 51 }],
      ['an unknown freshness', { freshness: 'day' }],
      ['a list of sites', { include: ['a.example'] }],
      ['an unknown field', { country: 'CN' }],
    ],
  },
  serper: {
    path: '/search',
    headers: (apiKey) => ({ 'x-api-key': apiKey }),
    otherKey: 403,
    body: { q: 'a' },
    bodies: [
      ['no query', { q: '' }],
      ['page 0', { page: 0 }],
      ['an unknown range', { tbs: 'qdr:week' }],
      ['a country in capitals', { gl: 'CN' }],
      ['an unknown field', { count: 5 }],
    ],
  },
  searxng: {
    path: '/search',
    headers: () => ({}),
    otherKey: null,
    body: { q: 'a', format: 'json' },
    bodies: [
      ['no query', { q: '' }],
      ['an order', { q: 'tea !!g' }],
      ['no format', { format: 'html' }],
      ['page 0', { pageno: '0' }],
      ['an unknown range', { time_range: 'hour' }],
      ['an unknown language', { language: 'chinese' }],
    ],
  },
  zhipu: {
    path: '/web_search',
    headers: bearer,
    otherKey: 401,
    body: { search_query: 'a', search_engine: 'search_pro' },
    bodies: [
      ['no query', { search_query: '' }],
      ['an unknown engine', { search_engine: 'web-search' }],
      ['51 results', { count: 51 }],
      ['no whole tens', { search_engine: 'search_pro_sogou', count: 5 }],
      ['a list of sites', { search_domain_filter: ['a.example'] }],
      ['a short label', { user_id: 'me' }],
      ['an unknown field', { freshness: 'day' }],
    ],
  },
};

describe.each(Object.entries(RULES) as [SearchKind, Rules][])(
  'the fake of %s',
  (kind, { path, headers, otherKey, body, bodies }) => {
    let fake: FakeSearch;

    beforeAll(async () => {
      fake = await startFakeSearch(kind);
    });

    afterAll(() => fake.close());

    const post = (change: Json = {}, head: Record<string, string> = headers(fake.apiKey)) => {
      const sent = Object.entries({ ...body, ...change }).filter(([, value]) => value !== undefined);
      const isForm = kind === 'searxng';
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const text = isForm
        ? new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)])).toString()
        : JSON.stringify(Object.fromEntries(sent));
      return fetch(fake.baseUrl + path, { method: 'POST', headers: { 'content-type': type, ...head }, body: text });
    };

    it('accepts a valid request, records it and returns its canaries', async () => {
      const response = await post();
      expect([
        response.status,
        (await response.text()).includes(CANARY),
        response.headers.get('server'),
        fake.calls.length,
      ]).toEqual([200, true, CANARY, 1]);
    });

    it('refuses another key, content type or path', async () => {
      const taken = fake.calls.length;
      if (otherKey !== null) expect((await post({}, headers('sk-other'))).status).toBe(otherKey);
      expect((await post({}, { ...headers(fake.apiKey), 'content-type': 'text/plain' })).status).toBe(415);
      expect((await fetch(`${fake.baseUrl}/nothing`, { method: 'POST', headers: headers(fake.apiKey) })).status).toBe(
        404,
      );
      expect(fake.calls).toHaveLength(taken);
    });

    it.each(bodies)('refuses %s', async (_, change) => {
      const taken = fake.calls.length;
      expect((await post(change)).status).toBe(400);
      expect(fake.calls).toHaveLength(taken);
    });
  },
);
