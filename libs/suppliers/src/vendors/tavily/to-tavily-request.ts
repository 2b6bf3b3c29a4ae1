import type { JsonObject } from '../../http/json-reading';
import type { SearchCall, SearchTerms } from '../../contract/search-call';
import { tavilyCountry } from './tavily-countries';

const MOST_RESULTS = 20;
/** The values of a route's upstream_model. Any other name means the first. A call for `advanced` is one, whatever its route says. */
const DEPTHS = ['basic', 'advanced', 'fast', 'ultra-fast'];

export function unsupportedByTavily({ country, language }: SearchTerms): string | undefined {
  if (country !== undefined && tavilyCountry(country) === undefined) return 'country';
  return language === undefined ? undefined : 'language';
}

export function toTavilyRequest(call: SearchCall): JsonObject {
  const { query, count, freshness, includeDomains, excludeDomains, country, upstreamModel, depth } = call;
  return {
    query,
    search_depth: depth === 'advanced' ? depth : DEPTHS.includes(upstreamModel) ? upstreamModel : DEPTHS[0],
    topic: 'general',
    max_results: Math.min(count, MOST_RESULTS),
    include_usage: true,
    ...(freshness && { time_range: freshness }),
    ...(includeDomains.length > 0 && { include_domains: includeDomains }),
    ...(excludeDomains.length > 0 && { exclude_domains: excludeDomains }),
    ...(country !== undefined && { country: tavilyCountry(country) }),
  };
}
