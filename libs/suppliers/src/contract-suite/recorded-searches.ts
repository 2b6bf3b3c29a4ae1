import type { SupplierSearch } from '../contract/search-call';
import type { AnswerHead, SupplierError, SupplierFault } from '../contract/supplier-error';
import type { VendorName } from '../registry';
import { readFixtures } from './subject';

interface Fixture extends SupplierSearch {
  answer: unknown;
  failures: { status: number; body: unknown; fault: SupplierFault; mayBeAccepted: boolean }[];
}

interface Reading {
  read: (answer: unknown, now: Date) => SupplierSearch;
  toFailure?: (head: AnswerHead, body: unknown) => SupplierError;
}

const now = new Date('2026-11-21T10:00:00Z');

export function describeRecordedSearches(vendor: VendorName, { read, toFailure }: Reading): void {
  const fixtures = readFixtures<Fixture>(vendor, /^search-.*\.json$/);

  describe(`the recorded searches of ${vendor}`, () => {
    it.each(fixtures)('%s', (_, { answer, results, billedUnits }) => {
      expect(read(answer, now)).toEqual({ results, billedUnits });
    });

    const failures = fixtures.flatMap(([, { failures: each }]) => each);

    if (failures.length > 0) {
      it.each(failures)('failed with $status: $fault $body', ({ status, body, fault, mayBeAccepted }) => {
        const error = toFailure?.({ status }, body);
        expect(error).toMatchObject({ fault, mayBeAccepted });
        expect(error?.message).toMatch(/^The supplier answered \d{3}( \d+)?$/);
      });
    }

    it('that are none are failures, with nothing of theirs in the words', () => {
      for (const answer of [
        undefined,
        null,
        'busy',
        7,
        [],
        {},
        { results: 'x', organic: {}, data: [], search_result: null },
      ]) {
        expect(() => read(answer, now)).toThrow(expect.objectContaining({ fault: 'failed' }) as Error);
      }
    });
  });
}
