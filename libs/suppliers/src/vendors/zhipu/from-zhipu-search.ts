import { asObject } from '../../http/json-reading';
import { readPublishedAt } from '../../search/published-date';
import type { SupplierSearch } from '../../contract/search-call';
import { asText, asTextOrNull, resultsIn } from '../../search/search-reading';
import { toZhipuFailure } from './zhipu-failure';

export function fromZhipuSearch(value: unknown, now: Date): SupplierSearch {
  const body = asObject(value);
  if (asObject(body?.error)) throw toZhipuFailure({ status: 200 }, body);
  return {
    results: resultsIn(body, 'search_result').map((result) => ({
      title: asText(result.title),
      url: asText(result.link),
      snippet: asText(result.content),
      siteName: asTextOrNull(result.media),
      publishedAt: readPublishedAt(result.publish_date, { now }),
      score: null,
    })),
    billedUnits: 1,
  };
}
