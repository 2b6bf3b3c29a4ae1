import { asArray, asObject } from '../../http/json-reading';
import { readPublishedAt } from '../../search/published-date';
import { asText, resultsIn } from '../../search/search-reading';
import type { SupplierSearch } from '../../contract/search-call';
import { SupplierError } from '../../contract/supplier-error';

/** Throws a SupplierError for an invalid answer, and if nothing was found because its engines did not answer. */
export function fromSearxngResponse(value: unknown, now: Date): SupplierSearch {
  const body = asObject(value);
  const results = resultsIn(body, 'results');
  if (results.length === 0 && asArray(body?.unresponsive_engines).length > 0)
    throw new SupplierError('failed', 'The engines of the supplier do not answer');
  return {
    results: results.map((result) => ({
      title: asText(result.title),
      url: asText(result.url),
      snippet: asText(result.content),
      siteName: null,
      publishedAt: readPublishedAt(result.publishedDate, { now }),
      // Its score has no upper limit.
      score: null,
    })),
    billedUnits: 1,
  };
}
