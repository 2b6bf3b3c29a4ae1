import { asObject, type JsonObject } from '../../http/json-reading';
import { readPublishedAt } from '../../search/published-date';
import { asText, asTextOrNull, resultsIn } from '../../search/search-reading';
import type { SupplierSearch } from '../../contract/search-call';
import { codeOf, toBochaFailure } from './bocha-failure';

/** Times that name no zone are Beijing's. */
const BEIJING_MINUTES = 480;

/** Throws a SupplierError for what is no answer, and for a failure inside a 200. */
export function fromBochaResponse(value: unknown, now: Date): SupplierSearch {
  const body = asObject(value);
  const code = codeOf(body);
  if (code !== undefined && code !== 200) throw toBochaFailure({ status: 200 }, body);
  const data = asObject(body?.data);
  // Nothing found is told by pages without a list, too.
  const pages = data && (asObject(data.webPages) ?? { value: [] });
  const found = pages && (pages.value === null || pages.value === undefined) ? [] : resultsIn(pages, 'value');
  return {
    results: found.map((page) => ({
      title: asText(page.name),
      url: asText(page.url),
      snippet: asText(page.snippet),
      siteName: asTextOrNull(page.siteName),
      publishedAt: publishedAt(page, now),
      score: null,
    })),
    billedUnits: 1,
  };
}

/** dateLastCrawled is a time of publication in Beijing, though it ends with a Z. */
function publishedAt({ datePublished, dateLastCrawled }: JsonObject, now: Date): string | null {
  const dialect = { now, offsetMinutes: BEIJING_MINUTES };
  return readPublishedAt(datePublished, dialect) ?? readPublishedAt(asText(dateLastCrawled).replace(/Z$/, ''), dialect);
}
