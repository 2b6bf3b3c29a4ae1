import fc from 'fast-check';
import type { SearchTerms, SupplierSearchResult } from '../suppliers';
import { cleanResults } from './clean-results';
import { addressKey, readAddress } from './result-address';

const now = new Date('2026-11-21T10:00:00Z');
const terms: SearchTerms = {
  query: 'a',
  count: 10,
  freshness: undefined,
  includeDomains: [],
  excludeDomains: [],
  country: undefined,
  language: undefined,
  user: undefined,
};
const result = (url: string, more: Partial<SupplierSearchResult> = {}): SupplierSearchResult => ({
  title: 'T',
  url,
  snippet: 'S',
  siteName: null,
  publishedAt: null,
  score: null,
  ...more,
});
const urls = (found: SupplierSearchResult[], more: Partial<SearchTerms> = {}) =>
  cleanResults(found, { ...terms, ...more }, now).map(({ url }) => url);

describe('the results of a search', () => {
  it('have all fields, and null for unknown values', () => {
    expect(
      cleanResults(
        [
          result('https://a.example/x?utm_source=s', {
            title: ' <b>T</b>&amp;',
            snippet: '',
            siteName: ' ',
            score: 0.5,
          }),
        ],
        terms,
        now,
      ),
    ).toEqual([
      {
        title: 'T&',
        url: 'https://a.example/x?utm_source=s',
        snippet: null,
        site_name: null,
        published_at: null,
        score: 0.5,
      },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example/',
    'file:///etc/passwd',
    '//a.example/',
    'a.example',
    'https://user:pass@a.example/',
    'https://',
    '',
    `https://a.example/${'x'.repeat(2_050)}`,
    'java\nscript:alert(1)',
  ])('drop the URL %j, which is not a web page', (url) => expect(urls([result(url)])).toEqual([]));

  it('are the first ones if the supplier sends too many', () => {
    const found = (from: number) =>
      Array.from({ length: 600 }, (_, at) => result(`https://${at < from ? 'a' : 'b'}.example/${at}`));
    expect(urls(found(499), { includeDomains: ['b.example'] })).toEqual(['https://b.example/499']);
    expect(urls(found(500), { includeDomains: ['b.example'] })).toEqual([]);
  });

  it('keep their URLs, unless they need escaping', () => {
    expect(
      urls([result('https://a.example'), result('HTTPS://B.example/x'), result(' https://c.example/a b"<c> ')]),
    ).toEqual(['https://a.example', 'HTTPS://B.example/x', 'https://c.example/a%20b%22%3Cc%3E']);
  });

  it('are merged if they have one URL, with the fields of both', () => {
    const found = [
      result('https://www.a.example/x/?b=2&a=1&utm_medium=m#part', { snippet: '', publishedAt: '2024-01-01' }),
      result('https://b.example/'),
      result('http://a.example/x?a=1&b=2', { siteName: 'A', score: 0.4, publishedAt: '2025-01-01' }),
    ];
    expect(cleanResults(found, terms, now)).toEqual([
      {
        title: 'T',
        url: 'https://www.a.example/x/?b=2&a=1&utm_medium=m#part',
        snippet: 'S',
        site_name: 'A',
        published_at: '2024-01-01',
        score: 0.4,
      },
      { title: 'T', url: 'https://b.example/', snippet: 'S', site_name: null, published_at: null, score: null },
    ]);
    expect(
      urls([
        result('https://a.example/?id=1'),
        result('https://a.example/?id=2'),
        result('https://a.example/#!one'),
        result('https://a.example/#!two'),
        result('https://a.example:8443/?id=1'),
      ]),
    ).toHaveLength(5);
  });

  it('are at most as many as requested, the first ones', () => {
    const found = Array.from({ length: 20 }, (_, at) => result(`https://a.example/${at}`));
    expect(urls(found, { count: 3 })).toEqual(['https://a.example/0', 'https://a.example/1', 'https://a.example/2']);
  });

  it('are from the requested sites and their subdomains', () => {
    const found = [
      'https://a.example/',
      'https://www.a.example/',
      'https://nota.example/',
      'https://a.example.org/',
      'https://B.A.Example/',
    ].map((url) => result(url));
    expect(urls(found, { includeDomains: ['a.example'] })).toEqual(['https://a.example/', 'https://B.A.Example/']);
    expect(urls(found, { excludeDomains: ['a.example'] })).toEqual(['https://nota.example/', 'https://a.example.org/']);
    expect(urls(found, { includeDomains: ['a.example'], excludeDomains: ['b.a.example'] })).toEqual([
      'https://a.example/',
    ]);
  });

  it('are not older than requested, if they have a date', () => {
    const found = ['2026-11-20', '2026-11-10', '2026-09-01T00:00:00.000Z', '2020-01-01', null].map((publishedAt, at) =>
      result(`https://a.example/${at}`, { publishedAt }),
    );
    expect(urls(found, { freshness: 'day' })).toEqual(['https://a.example/0', 'https://a.example/4']);
    expect(urls(found, { freshness: 'month' })).toHaveLength(3);
    expect(urls(found, { freshness: 'year' })).toHaveLength(4);
  });

  it('keep these rules whatever a supplier sends', () => {
    const anyUrl = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
      fc.constantFrom('https://a.example/', 'http://www.a.example', 'https://a.example/?utm_a=1'),
    );
    const anyResult = fc.record({
      title: fc.string(),
      url: anyUrl,
      snippet: fc.string(),
      siteName: fc.option(fc.string()),
      publishedAt: fc.constant(null),
      score: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(anyResult, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), (found, count) => {
        const clean = cleanResults(found, { ...terms, count }, now);
        expect(clean.length).toBeLessThanOrEqual(count);
        const keys = clean.map(({ url }) => {
          const address = readAddress(url);
          expect(address?.protocol).toMatch(/^https?:$/);
          return address && addressKey(address);
        });
        expect(new Set(keys).size).toBe(clean.length);
        for (const { title, snippet, site_name } of clean)
          expect([title, snippet, site_name].join(' ')).not.toMatch(/<[a-z/!?]/i);
      }),
    );
  });
});
