import type { JsonObject } from '../../http/json-reading';
import type { Freshness, SearchCall, SearchTerms } from '../../contract/search-call';

const FRESHNESS: Record<Freshness, string> = { day: 'oneDay', week: 'oneWeek', month: 'oneMonth', year: 'oneYear' };

export function unsupportedByBocha({ country, language }: SearchTerms): string | undefined {
  if (country !== undefined) return 'country';
  return language === undefined ? undefined : 'language';
}

export function toBochaRequest({ query, count, freshness, includeDomains, excludeDomains }: SearchCall): JsonObject {
  return {
    query,
    count,
    summary: false,
    freshness: freshness ? FRESHNESS[freshness] : 'noLimit',
    ...(includeDomains.length > 0 && { include: includeDomains.join('|') }),
    ...(excludeDomains.length > 0 && { exclude: excludeDomains.join('|') }),
  };
}
