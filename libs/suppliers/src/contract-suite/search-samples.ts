import type { FakeSearchResult } from '@shipyard/testing';
import type { SearchTerms } from '../contract/search-call';

export const TERMS: SearchTerms = {
  query: 'tea',
  count: 10,
  freshness: undefined,
  includeDomains: [],
  excludeDomains: [],
  country: undefined,
  language: undefined,
  user: undefined,
};
export const manyResults = (count: number): FakeSearchResult[] =>
  Array.from({ length: count }, (_, at) => ({ title: `T${at}`, url: `https://a.example/${at}`, snippet: 'S' }));
