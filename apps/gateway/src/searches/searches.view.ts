import { toCnyNumber } from '../money';
import type { SearchResult } from './clean-results';

export interface SearchView {
  id: string;
  object: 'search';
  /** Unix seconds. */
  created: number;
  model: string;
  query: string;
  results: SearchResult[];
  usage: { requests: 1; cost_cny: number };
}

export function toSearchView(requestId: string, model: string, query: string, results: SearchResult[]): SearchView {
  return {
    id: `search_${requestId.replaceAll('-', '')}`,
    object: 'search',
    created: Math.floor(Date.now() / 1_000),
    model,
    query,
    results,
    usage: searchUsageView(0n),
  };
}

/** One request, whatever the number of results and supplier calls. */
export function searchUsageView(costNano: bigint): SearchView['usage'] {
  return { requests: 1, cost_cny: toCnyNumber(costNano) };
}
