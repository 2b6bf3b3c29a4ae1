import type { LedgerEntryView, LedgerService } from '../billing';
import { checkedCny, formatCny } from '../money';

/** The rows of one request. Money only moves between accounts, so they sum to 0. */
export interface LedgerGroup {
  requestId: string;
  entries: LedgerEntryView[];
  sumCny: string;
}

const MOST_ROWS = 200;

/** In the order of their first rows. */
export function groupsOf(entries: readonly LedgerEntryView[]): LedgerGroup[] {
  const ids = [...new Set(entries.map(({ request_id }) => request_id))];
  return ids.map((requestId) => {
    const own = entries.filter(({ request_id }) => request_id === requestId);
    return {
      requestId,
      entries: own,
      sumCny: formatCny(own.reduce((nano, { amount_cny }) => nano + checkedCny(amount_cny), 0n)),
    };
  });
}

/** The end of a page can part the rows of a request. Then all of them are read. */
export async function wholeGroups(
  ledger: Pick<LedgerService, 'list'>,
  entries: readonly LedgerEntryView[],
): Promise<LedgerGroup[]> {
  return Promise.all(
    groupsOf(entries).map(async (group) => {
      if (checkedCny(group.sumCny) === 0n) return group;
      const whole = await ledger.list({ requestId: group.requestId, limit: MOST_ROWS });
      return groupsOf(whole.entries)[0] ?? group;
    }),
  );
}
