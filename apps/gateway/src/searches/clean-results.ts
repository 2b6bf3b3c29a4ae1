import { FRESH_DAYS, type Freshness, isWantedSite, type SearchTerms, type SupplierSearchResult } from '../suppliers/suppliers.service';
import { toPlainText } from './plain-text';
import { addressKey, readAddress, shownAddress } from './result-address';

/** A result as customers see it: whatever its supplier, the same fields with the same meaning. What is not known is null. */
export interface SearchResult {
  /** Plain text of at most 300 characters. */
  title: string | null;
  /** http or https. */
  url: string;
  /** Plain text of at most 4,000 characters. */
  snippet: string | null;
  site_name: string | null;
  /** ISO 8601: a time in UTC, or a day where only that is known. */
  published_at: string | null;
  /** 0 to 1. */
  score: number | null;
}

const TITLE_MOST = 300;
const SNIPPET_MOST = 4_000;
const SITE_NAME_MOST = 200;

/** Many more than anybody may ask for: to clean what a supplier gives without end would hold up the process. */
const MOST_READ = 500;

const DAY_MS = 86_400_000;
/** Days have no zone, and suppliers count from their own midnight. */
const LEEWAY_DAYS = 2;

/** What a customer gets of what a supplier found: of the web, of the sites and the time that were asked for, each page once, at most `count`. */
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

function toResult({ title, url, snippet, siteName, publishedAt, score }: SupplierSearchResult, address: URL): SearchResult {
  return {
    title: toPlainText(title, TITLE_MOST),
    url: shownAddress(url, address),
    snippet: toPlainText(snippet, SNIPPET_MOST),
    site_name: siteName === null ? null : toPlainText(siteName, SITE_NAME_MOST),
    published_at: publishedAt,
    score,
  };
}

/** The better place, and what either knows. */
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

/** What says itself that it is older than what was asked for. Whatever does not say is left to its supplier. */
function isTooOld(publishedAt: string | null, freshness: Freshness | undefined, now: Date): boolean {
  if (publishedAt === null || freshness === undefined) return false;
  return now.getTime() - Date.parse(publishedAt) > (FRESH_DAYS[freshness] + LEEWAY_DAYS) * DAY_MS;
}
