import type { JsonObject } from '../../http/json-reading';
import type { Freshness, SearchCall, SearchTerms } from '../../contract/search-call';
import { userIdOf } from './user-id';

const FRESHNESS: Record<Freshness, string> = { day: 'oneDay', week: 'oneWeek', month: 'oneMonth', year: 'oneYear' };

/** This engine returns multiples of ten. */
const BY_TENS = 'search_pro_sogou';
/** These engines do not filter by site. */
const WITHOUT_SITES = ['search_pro_quark', 'search_pro_bing'];

/** It filters by one site at most. Excluded sites are dropped afterwards. */
export function unsupportedByZhipuSearch({ country, language, includeDomains }: SearchTerms): string | undefined {
  if (country !== undefined) return 'country';
  if (language !== undefined) return 'language';
  return includeDomains.length > 1 ? 'include_domains' : undefined;
}

export function toZhipuSearch(call: SearchCall): JsonObject {
  const { query, count, freshness, includeDomains, user, upstreamModel } = call;
  const [site] = includeDomains;
  return {
    search_engine: upstreamModel,
    search_query: query,
    search_intent: false,
    count: upstreamModel === BY_TENS ? Math.ceil(count / 10) * 10 : count,
    search_recency_filter: freshness ? FRESHNESS[freshness] : 'noLimit',
    content_size: 'medium',
    ...(site !== undefined && !WITHOUT_SITES.includes(upstreamModel) && { search_domain_filter: site }),
    ...userIdOf(user),
  };
}
