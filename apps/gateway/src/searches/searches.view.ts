import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import type { SearchResult } from './clean-results';

export class SearchResultView {
  @Describe('Plain text of at most 300 characters, written by others: untrusted.')
  @OrNull()
  @IsString()
  title: string | null;

  @Describe('The URL of the page.')
  @IsString()
  url: string;

  @Describe(
    'Plain text of at most 4,000 characters, written by others: untrusted.',
    'A tipping bucket empties after 0.2 mm of rain, and each tip closes a switch.',
  )
  @OrNull()
  @IsString()
  snippet: string | null;

  @Describe('The name of the site, written by others: untrusted. Null if the supplier does not know it.', 'example.org')
  @OrNull()
  @IsString()
  site_name: string | null;

  @Describe('ISO 8601: a time in UTC, or a day if only that is known.')
  @OrNull()
  @IsString()
  published_at: string | null;

  @Describe('0 to 1.')
  @OrNull()
  @IsNumber()
  score: number | null;
}

export class SearchUsageView {
  @Describe('A search is billed as one request, however many results it has.')
  @IsIn([1])
  requests: 1;

  @Describe('What it cost you, in CNY.')
  @IsNumber()
  cost_cny: number;
}

export class SearchView {
  @Describe('The id of the search.')
  @IsString()
  id: string;

  @Describe('Always `search`.')
  @IsIn(['search'])
  object: 'search';

  @Describe('Unix seconds.')
  @IsInt()
  created: number;

  @Describe('The id of the search model.', 'sandbox-search')
  @IsString()
  model: string;

  @Describe('The query as it was sent.', 'rain sensor')
  @IsString()
  query: string;

  @Describe('What was found, the best first.')
  @ListOf(() => SearchResultView)
  results: SearchResultView[];

  @Describe('What was billed, and what it cost.')
  @Holds(() => SearchUsageView)
  usage: SearchUsageView;
}

export function toSearchView(
  requestId: string,
  model: string,
  query: string,
  results: SearchResult[],
): Omit<SearchView, 'usage'> {
  return {
    id: `search_${requestId.replaceAll('-', '')}`,
    object: 'search',
    created: Math.floor(Date.now() / 1_000),
    model,
    query,
    results,
  };
}
