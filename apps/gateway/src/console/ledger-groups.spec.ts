import type { LedgerEntryView } from '../billing';
import { groupsOf, wholeGroups } from './ledger-groups';

const row = (request_id: string, amount_cny: string) => ({ request_id, amount_cny }) as unknown as LedgerEntryView;

describe('the rows of the ledger by request', () => {
  it('sum to 0, also where rows of others are between them', () => {
    const groups = groupsOf([row('a', '-0.000000001'), row('b', '2'), row('a', '0.000000001'), row('b', '-1')]);
    expect(groups.map(({ requestId, entries, sumCny }) => [requestId, entries.length, sumCny])).toEqual([
      ['a', 2, '0.00'],
      ['b', 2, '1.00'],
    ]);
  });

  it('are read whole where the end of a page parts them', async () => {
    const asked: unknown[] = [];
    const list = (filter: object) => {
      asked.push(filter);
      return Promise.resolve({ entries: [row('b', '2'), row('b', '-2')], next: null });
    };
    const groups = await wholeGroups({ list }, [row('a', '1'), row('a', '-1'), row('b', '2')]);
    expect(groups.map(({ sumCny }) => sumCny)).toEqual(['0.00', '0.00']);
    expect(asked).toEqual([{ requestId: 'b', limit: 200 }]);
  });
});
