import { asCount, asObject } from '../json-reading';
import { readPublishedAt } from '../published-date';
import { asScore, asText, resultsIn } from '../search-reading';
import type { SupplierSearch } from '../search-call';

/** Throws a SupplierError for what is no answer. */
export function fromTavilyResponse(value: unknown, now: Date): SupplierSearch {
  const body = asObject(value);
  return {
    results: resultsIn(body, 'results').map((result) => ({
      title: asText(result.title),
      url: asText(result.url),
      snippet: asText(result.content),
      siteName: null,
      publishedAt: readPublishedAt(result.published_date, { now }),
      score: asScore(result.score),
    })),
    billedUnits: asCount(asObject(body?.usage)?.credits) ?? 1,
  };
}
