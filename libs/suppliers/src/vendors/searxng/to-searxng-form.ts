import { withSiteOperators } from '../../search/site-filter';
import type { SearchCall, SearchTerms } from '../../contract/search-call';

/** Such words are commands: another engine, category, language or time-out, or a redirect. */
const ORDER = /(^|\s)[!:<?]+/g;

/** It has languages, with or without a country, but no countries. */
export function unsupportedBySearxng({ country, language }: SearchTerms): string | undefined {
  if (country === undefined) return undefined;
  return language !== undefined && (!language.includes('-') || language.endsWith(`-${country}`))
    ? undefined
    : 'country';
}

export function toSearxngForm(call: SearchCall, page: number): Record<string, string> {
  const { query, freshness, country, language } = call;
  return {
    q: withSiteOperators({ ...call, query: query.replace(ORDER, '$1') }),
    format: 'json',
    categories: 'general',
    pageno: String(page),
    ...(freshness && { time_range: freshness }),
    ...(language !== undefined && {
      language: country === undefined || language.includes('-') ? language : `${language}-${country}`,
    }),
  };
}
