import { CANARY, type FakeSearch, type SearchBehavior } from '@shipyard/testing';
import { checkSupplier } from '../check-supplier';
import type { SearchCall, SearchTerms } from '../contract/search-call';
import type { SupplierOptions } from '../contract/supplier-options';
import type { VendorName } from '../registry';
import { itFailsAsCallsDo } from './call-failures';
import { manyResults, TERMS } from './search-samples';
import { openWith, saidBy, type SupplierWith } from './subject';

export interface SearchContract {
  start(): Promise<FakeSearch>;
  model: string;
  date: [written: string, meant: string];
  bodies: [terms: Partial<SearchTerms>, body: object][];
  unsupported: [terms: Partial<SearchTerms>, field: string][];
  most: [results: number, billedUnits: number];
  scores: boolean;
  namesSites: boolean;
  takesKeys: boolean;
  answerOf(results: unknown[]): object;
  /** Failures that the vendor reports in its own way. */
  meanings: [behavior: SearchBehavior, error: object][];
}

export function describeSearchContract(vendor: VendorName, contract: SearchContract): void {
  describe(`a search supplier of the kind ${vendor}`, () => {
    let fake: FakeSearch;
    let supplier: SupplierWith<'search'>;
    let hasty: SupplierWith<'search'>;

    const open = (options: SupplierOptions = {}) =>
      openWith(vendor, { baseUrl: fake.baseUrl, internal: true, options }, 'search');

    beforeAll(async () => {
      fake = await contract.start();
      supplier = open();
      hasty = open({ timeouts: { total_ms: 300 } });
    });

    beforeEach(() => fake.script());

    afterEach(() => expect(fake.refusals).toEqual([]));

    afterAll(async () => {
      await supplier.close();
      await hasty.close();
      await fake.close();
    });

    const call = (terms: Partial<SearchTerms> = {}): SearchCall => ({
      ...TERMS,
      ...terms,
      upstreamModel: contract.model,
      apiKey: fake.apiKey,
      signal: new AbortController().signal,
      deadlineAt: Infinity,
    });

    const search = async (terms: Partial<SearchTerms> = {}, asked = supplier) => {
      const found = await asked.search(call(terms));
      expect(JSON.stringify(found)).not.toContain(CANARY);
      return found;
    };

    const failure = async (...behaviors: SearchBehavior[]): Promise<unknown> => {
      fake.script(...behaviors);
      const error = await search({}, hasty).then(
        () => undefined,
        (reason: unknown) => reason,
      );
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
        expect(contract.scores ? score : null).toBe(score);
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

    it.each(contract.bodies)('asks in its words for %j', async (terms, body) => {
      expect(supplier.unsupportedSearchField?.({ ...TERMS, ...terms })).toBeUndefined();
      const asked = fake.calls.length;
      await search(terms);
      expect(fake.calls[asked]?.body).toMatchObject(body);
    });

    it('names what it has no place for', () => {
      for (const [terms, field] of contract.unsupported)
        expect(supplier.unsupportedSearchField?.({ ...TERMS, ...terms })).toBe(field);
    });

    it('tells dates, names and relevance where it knows them', async () => {
      const [written, meant] = contract.date;
      fake.script({
        kind: 'answer',
        results: [
          { title: 'A', url: 'https://a.example/', snippet: '', siteName: 'Site', publishedAt: written, score: 0.25 },
          { title: 'B', url: 'https://b.example/', snippet: '', publishedAt: 'soon' },
        ],
      });
      const { results } = await search({ count: 2 });
      expect(results.map(({ publishedAt }) => publishedAt)).toEqual([meant, null]);
      expect(results[0]).toMatchObject({
        siteName: contract.namesSites ? 'Site' : null,
        score: contract.scores ? 0.25 : null,
      });
    });

    it('finds as many as it can of 50, and tells what they are billed as', async () => {
      fake.script(...Array.from({ length: 5 }, (): SearchBehavior => ({ kind: 'answer', results: manyResults(60) })));
      const before = fake.calls.length;
      const { results, billedUnits } = await search({ count: 50 });
      const [most, billed] = contract.most;
      expect([
        results.length,
        new Set(results.map(({ url }) => url)).size,
        billedUnits,
        fake.calls.length - before,
      ]).toEqual([most, most, billed, billed]);
    });

    itFailsAsCallsDo(() => ({
      fake,
      ask: (asked) => supplier.search({ ...call(), ...asked, upstreamModel: contract.model }),
      askHastily: (asked) => hasty.search({ ...call(), ...asked, upstreamModel: contract.model }),
    }));

    it('tells no code of the supplier', async () => {
      const behavior: SearchBehavior = { kind: 'status', status: 200, body: { error: { code: CANARY } } };
      expect(await failure(behavior)).toMatchObject({ fault: 'failed', mayBeAccepted: true });
    });

    it('reads what is not as it should be without falling over it', async () => {
      const odd = [
        null,
        'x',
        7,
        [],
        {
          title: 5,
          url: null,
          link: {},
          content: [],
          snippet: 1,
          score: 'high',
          publishedDate: 3,
          publish_date: {},
          date: [],
          published_date: null,
        },
      ];
      fake.script({ kind: 'status', status: 200, body: contract.answerOf(odd) });
      expect(await search({ count: 1 })).toEqual({
        results: [{ title: '', url: '', snippet: '', siteName: null, publishedAt: null, score: null }],
        billedUnits: 1,
      });
    });

    it('is asked whether it answers without buying anything, and refuses a wrong key, which is our fault', async () => {
      const bought = fake.calls.length;
      const row = { kind: vendor, baseUrl: fake.baseUrl, internal: true, options: {} };
      expect(await checkSupplier(row, { secret: fake.apiKey, last4: '7f3a' })).toMatchObject({
        ok: true,
        message: 'The supplier answers.',
      });
      if (contract.takesKeys) {
        expect(await checkSupplier(row, { secret: 'sk-other', last4: 'ther' })).toMatchObject({
          ok: false,
          message: 'The supplier answers, but refuses the key. Set another key.',
        });
        await expect(supplier.search({ ...call(), apiKey: 'sk-other' })).rejects.toMatchObject({
          fault: 'failed',
          mayBeAccepted: false,
          status: 401,
        });
      }
      expect(fake.calls).toHaveLength(bought);
      fake.refusals.length = 0;
    });

    if (contract.meanings.length > 0) {
      it.each(contract.meanings)('means by %j what others say in another way', async (behavior, expected) => {
        const error = await failure(behavior);
        expect(error).toMatchObject(expected);
        expect(String(error)).not.toContain(CANARY);
      });
    }
  });
}
