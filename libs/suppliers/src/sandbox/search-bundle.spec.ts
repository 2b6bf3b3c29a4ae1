import fc from 'fast-check';
import { FRESHNESS, type SearchTerms } from '../contract/search-call';
import { searchBundle } from './search-bundle';

const now = new Date('2026-11-21T10:30:00Z');
const find = (terms: Partial<SearchTerms> = {}) =>
  searchBundle(
    {
      query: 'rockets to the Moon',
      count: 50,
      freshness: undefined,
      includeDomains: [],
      excludeDomains: [],
      country: undefined,
      language: undefined,
      user: undefined,
      ...terms,
    },
    now,
  );
const hostOf = (url: string) => new URL(url).hostname;

describe('the search of the sandbox', () => {
  it('puts pages with the words first, and finds the same each time', () => {
    const [first, second] = find();
    expect(first).toMatchObject({ title: expect.stringContaining('Space travel') as string });
    expect(first?.score).toBeGreaterThan(0.3);
    expect(second?.title).toContain('Space travel');
    expect(find()).toEqual(find());
    expect(find({ query: '上海天气' })[0]?.title).toContain('上海');
  });

  it('finds something for every query, and no more than requested', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 50 }), (query, count) => {
        const results = find({ query, count });
        expect(results).toHaveLength(count);
        for (const { score } of results) expect(score).toBe(Math.min(Math.max(score ?? -1, 0), 1));
      }),
    );
  });

  it('matches the requested freshness, site, country and language', () => {
    const sizes = FRESHNESS.map((freshness) => {
      const results = find({ freshness });
      for (const { publishedAt } of results) expect(publishedAt).toMatch(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/);
      return results.length;
    });
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
    expect(sizes[0]).toBeGreaterThan(0);
    for (const { publishedAt } of find({ freshness: 'day' }))
      expect(now.getTime() - Date.parse(publishedAt ?? '')).toBeLessThan(86_400_000);
    expect(new Set(find({ includeDomains: ['news.example.com'] }).map(({ url }) => hostOf(url)))).toEqual(
      new Set(['news.example.com', 'zh.news.example.com']),
    );
    expect(
      find({ excludeDomains: ['example.com', 'example.org'] }).every(({ url }) => hostOf(url).endsWith('example.net')),
    ).toBe(true);
    expect(find({ includeDomains: ['nowhere.test'] })).toEqual([]);
    expect(find({ language: 'zh-CN' }).every(({ url }) => hostOf(url).startsWith('zh.'))).toBe(true);
    expect(find({ language: 'zh' }).length).toBe(find({ country: 'CN' }).length);
    expect(find({ country: 'FR' })).toEqual([]);
  });
});
