import type { JsonObject } from '../../http/json-reading';
import { withSiteOperators } from '../../search/site-filter';
import type { Freshness, SearchCall } from '../../contract/search-call';

const FRESHNESS: Record<Freshness, string> = { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' };

/** With more results, a call costs two credits. */
const RESULTS_A_PAGE = 10;

export function toSerperRequest(call: SearchCall, page: number): JsonObject {
  const { freshness, country, language } = call;
  return {
    q: withSiteOperators(call),
    num: RESULTS_A_PAGE,
    page,
    ...(freshness && { tbs: FRESHNESS[freshness] }),
    ...(country !== undefined && { gl: country.toLowerCase() }),
    ...(language !== undefined && { hl: language.toLowerCase() }),
  };
}
