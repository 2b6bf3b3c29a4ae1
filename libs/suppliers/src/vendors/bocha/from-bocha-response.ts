import { asObject, type JsonObject } from '../../http/json-reading';
import { readPublishedAt } from '../../search/published-date';
import { asText, asTextOrNull, resultsIn } from '../../search/search-reading';
import type { SupplierSearch } from '../../contract/search-call';
import { codeOf, toBochaFailure } from './bocha-failure';

/** Times without a zone are Beijing's. */
const BEIJING_MINUTES = 480;

export function fromBochaResponse(value: unknown, now: Date): SupplierSearch {
  const body = asObject(value);
  const code = codeOf(body);
  if (code !== undefined && code !== 200) throw toBochaFailure({ status: 200 }, body);
  const data = asObject(body?.data);
  // An empty result may have no list of pages.
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

/** dateLastCrawled is a publication time in Beijing, although it ends with a Z. */
function publishedAt({ datePublished, dateLastCrawled }: JsonObject, now: Date): string | null {
  const dialect = { now, offsetMinutes: BEIJING_MINUTES };
  return readPublishedAt(datePublished, dialect) ?? readPublishedAt(asText(dateLastCrawled).replace(/Z$/, ''), dialect);
}
