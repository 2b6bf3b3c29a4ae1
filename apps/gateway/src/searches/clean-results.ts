import { FRESH_DAYS, type Freshness, isWantedSite, type SearchTerms, type SupplierSearchResult } from '../suppliers';
import { toPlainText } from './plain-text';
import { addressKey, readAddress, shownAddress } from './result-address';

export interface SearchResult {
  /** Plain text of at most 300 characters. */
  title: string | null;
  url: string;
  /** Plain text of at most 4,000 characters. */
  snippet: string | null;
  site_name: string | null;
  /** ISO 8601: a time in UTC, or a day if only that is known. */
  published_at: string | null;
  /** 0 to 1. */
  score: number | null;
}

const TITLE_MOST = 300;
const SNIPPET_MOST = 4_000;
const SITE_NAME_MOST = 200;

/** Bounds the work for a supplier that returns endless results. */
const MOST_READ = 500;

const DAY_MS = 86_400_000;
/** Days have no time zone, and suppliers count from their own midnight. */
const LEEWAY_DAYS = 2;

export function cleanResults(found: readonly SupplierSearchResult[], terms: SearchTerms, now: Date): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const each of found.slice(0, MOST_READ)) {
    const url = readAddress(each.url);
    if (!url || !isWantedSite(url.hostname, terms) || isTooOld(each.publishedAt, terms.freshness, now)) continue;
    const key = addressKey(url);
    const result = toResult(each, url);
    const known = results.get(key);
    if (known) results.set(key, merged(known, result));
    else if (results.size < terms.count) results.set(key, result);
  }
  return [...results.values()];
}

function toResult(
  { title, url, snippet, siteName, publishedAt, score }: SupplierSearchResult,
  address: URL,
): SearchResult {
  return {
    title: toPlainText(title, TITLE_MOST),
    url: shownAddress(url, address),
    snippet: toPlainText(snippet, SNIPPET_MOST),
    site_name: siteName === null ? null : toPlainText(siteName, SITE_NAME_MOST),
    published_at: publishedAt,
    score,
  };
}

function merged(first: SearchResult, again: SearchResult): SearchResult {
  return {
    title: first.title ?? again.title,
    url: first.url,
    snippet: first.snippet ?? again.snippet,
    site_name: first.site_name ?? again.site_name,
    published_at: first.published_at ?? again.published_at,
    score: first.score ?? again.score,
  };
}

/** Results without a date are left to the supplier. */
function isTooOld(publishedAt: string | null, freshness: Freshness | undefined, now: Date): boolean {
  if (publishedAt === null || freshness === undefined) return false;
  return now.getTime() - Date.parse(publishedAt) > (FRESH_DAYS[freshness] + LEEWAY_DAYS) * DAY_MS;
}
