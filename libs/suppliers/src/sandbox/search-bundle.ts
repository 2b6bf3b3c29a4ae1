import { createHash } from 'node:crypto';
import { FRESH_DAYS, type SearchTerms, type SupplierSearchResult } from '../contract/search-call';
import { isWantedSite } from '../search/site-filter';
import { BUNDLED_PAGES, type BundledPage } from './bundled-pages';

const DAY_MS = 86_400_000;
/** The highest score of a page without any of the words. Every query finds something, as on the web. */
const UNRELATED_MOST = 0.25;
const HAN = /\p{Script=Han}/u;
const UNTELLING = new Set([
  'a',
  'an',
  'and',
  'are',
  'for',
  'how',
  'in',
  'is',
  'of',
  'on',
  'or',
  'the',
  'to',
  'what',
  'with',
]);

/** Returns the pages that pass the filters, best matches first. The result is the same within a day (UTC). */
export function searchBundle(terms: SearchTerms, now: Date): SupplierSearchResult[] {
  const words = wordsOf(terms.query);
  return BUNDLED_PAGES.filter((page) => isLetThrough(page, terms))
    .map((page) => ({
      title: page.title,
      url: page.url,
      snippet: page.snippet,
      siteName: page.siteName,
      publishedAt: page.ageDays === null ? null : publishedAt(page.ageDays, now),
      score: scoreOf(page, words, terms.query),
    }))
    .sort((one, other) => other.score - one.score || (one.url < other.url ? -1 : 1))
    .slice(0, terms.count);
}

function isLetThrough(page: BundledPage, terms: SearchTerms): boolean {
  if (terms.country !== undefined && page.country !== terms.country) return false;
  if (terms.language !== undefined && page.language !== terms.language.slice(0, 2)) return false;
  if (terms.freshness && (page.ageDays === null || page.ageDays >= FRESH_DAYS[terms.freshness])) return false;
  return isWantedSite(new URL(page.url).hostname, terms);
}

function publishedAt(ageDays: number, now: Date): string {
  return new Date((Math.floor(now.getTime() / DAY_MS) - ageDays) * DAY_MS).toISOString();
}

function scoreOf({ title, snippet, url }: BundledPage, words: string[], query: string): number {
  const found = words.reduce((sum, word) => sum + (holds(title, word) ? 2 : 0) + (holds(snippet, word) ? 1 : 0), 0);
  if (found > 0) return Math.round((0.3 + (0.7 * found) / (3 * words.length)) * 100) / 100;
  const chance = createHash('sha256').update(`${query}\n${url}`).digest().readUInt8(0) / 255;
  return Math.round(chance * UNRELATED_MOST * 100) / 100;
}

/** Whether a word of the text starts with it. Chinese has no spaces, so it may be anywhere. */
function holds(text: string, word: string): boolean {
  return HAN.test(word)
    ? text.includes(word)
    : ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${word}`);
}

function wordsOf(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = words.flatMap((word) => {
    if (!HAN.test(word)) return UNTELLING.has(word) ? [] : [word];
    const characters = Array.from(word);
    return characters.length < 3
      ? [word]
      : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
  });
  return [...new Set(found)];
}
