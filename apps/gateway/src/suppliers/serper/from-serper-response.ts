import { asCount, asObject } from '../json-reading';
import { readPublishedAt } from '../published-date';
import { asText, resultsIn } from '../search-reading';
import type { SupplierSearch } from '../search-call';

/** Throws a SupplierError for what is no answer. */
export function fromSerperResponse(value: unknown, now: Date): SupplierSearch {
  const body = asObject(value);
  return {
    results: resultsIn(body, 'organic').map((result) => ({
      title: asText(result.title),
      url: asText(result.link),
      snippet: asText(result.snippet),
      siteName: null,
      publishedAt: readPublishedAt(result.date, { now }),
      score: null,
    })),
    billedUnits: asCount(body?.credits) ?? 1,
  };
}
