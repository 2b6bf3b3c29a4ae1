import { asCount, asObject } from '../../http/json-reading';
import { readPublishedAt } from '../../search/published-date';
import { asText, resultsIn } from '../../search/search-reading';
import type { SupplierSearch } from '../../contract/search-call';

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
