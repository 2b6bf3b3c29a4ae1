import { asCount, asObject } from '../../http/json-reading';
import { readPublishedAt } from '../../search/published-date';
import { asScore, asText, resultsIn } from '../../search/search-reading';
import type { SupplierSearch } from '../../contract/search-call';

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
