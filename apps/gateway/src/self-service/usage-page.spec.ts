import { RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import type { OwnUsageView } from './own-usage.view';
import { pageOfUsage } from './usage-page';

const row = fc.record({
  day: fc.constantFrom('2026-01-01', '2026-01-02', '2026-02-01'),
  model: fc.constantFrom(null, 'a', 'ä', '模型'),
  key_id: fc.constantFrom(null, 'k1', 'k2'),
});
const rows = fc.uniqueArray(row, { selector: (each) => JSON.stringify(each) });
const figures = { requests: 1, errors: 0, units: {}, cost_cny: '0.00' };

describe('pages of usage', () => {
  it('have each row once, the newest day first', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), (places, limit) => {
        const all: OwnUsageView[] = places.map((place) => ({ ...place, ...figures }));
        const read: OwnUsageView[] = [];
        let cursor: string | undefined;
        do {
          const page = pageOfUsage(all, limit, cursor);
          expect([page.data.length <= limit, page.has_more]).toEqual([true, page.next_cursor !== null]);
          read.push(...page.data);
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        expect(new Set(read)).toEqual(new Set(all));
        expect(read).toHaveLength(all.length);
        const days = read.map(({ day }) => day ?? '');
        expect(days).toEqual(days.toSorted().toReversed());
      }),
    );
  });

  it('refuse a cursor of another list', () => {
    const read = (text: string) => () => pageOfUsage([], 1, Buffer.from(text).toString('base64url'));
    for (const text of ['', 'x', '[]', '["2026-01-01"]', '[1,2,3]', '{}', 'null'])
      expect(read(text)).toThrow(RequestFault);
  });
});
