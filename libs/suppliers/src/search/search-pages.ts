import type { SupplierSearch } from '../contract/search-call';
import { SupplierError } from '../contract/supplier-error';

/** Each page is billed. Throws if the first page fails. Later failures end the search. */
export async function searchPages(
  count: number,
  mostPages: number,
  ask: (page: number) => Promise<SupplierSearch>,
): Promise<SupplierSearch> {
  const found = await ask(1);
  const known = new Set(found.results.map(({ url }) => url));
  for (let page = 2; page <= mostPages && known.size > 0 && known.size < count; page += 1) {
    const next = await unlessFailed(ask(page));
    found.billedUnits += next.billedUnits;
    const fresh = next.results.filter(({ url }) => !known.has(url));
    if (fresh.length === 0) break;
    for (const { url } of fresh) known.add(url);
    found.results.push(...fresh);
  }
  return found;
}

async function unlessFailed(asked: Promise<SupplierSearch>): Promise<SupplierSearch> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error;
    // A page that may have been accepted may be billed.
    return { results: [], billedUnits: error.mayBeAccepted ? 1 : 0 };
  }
}
