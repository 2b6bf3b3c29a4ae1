import { isLongerThan } from '@shipyard/contracts';
import { Describe, Satisfies } from '@shipyard/http';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  isISO31661Alpha2,
  isISO6391,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { FRESHNESS, type Freshness, SEARCH_DEPTHS, type SearchDepth, type SearchTerms } from '../suppliers';
import { toHostname } from './hostname';

const QUERY_MOST = 1_000;
const COUNT_MOST = 50;
const COUNT_USUAL = 10;
/** About as many as search engines accept in a query. */
const DOMAINS_MOST = 20;

/** Postgres stores no U+0000, and lone surrogates are no characters. */
const UNPRINTABLE = /[\u0000\p{Cs}]/u;

function queryProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (UNPRINTABLE.test(value)) return 'must not contain U+0000 or unpaired surrogates';
  return value.trim() === '' || isLongerThan(value, QUERY_MOST)
    ? `must have 1 to ${QUERY_MOST} characters, and not blanks only`
    : null;
}

function languageProblem(value: unknown): string | null {
  const [language = '', country, ...more] = typeof value === 'string' ? value.split('-') : [];
  const isOne =
    isISO6391(language.toLowerCase()) && (country === undefined || isISO31661Alpha2(country)) && more.length === 0;
  return isOne ? null : 'must be a language of ISO 639-1, such as zh, or with a country, such as zh-CN';
}

const domainsProblem = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && toHostname(each) !== null)
    ? null
    : 'must be hostnames, such as example.com, without protocol and path';

const DOMAINS_SCHEMA = { type: 'array', items: { type: 'string' }, maxItems: DOMAINS_MOST };

export class SearchInput {
  @Describe('What to search for: 1-1,000 characters, and not only blanks.', 'rain sensor')
  @Satisfies(queryProblem, { type: 'string', minLength: 1, maxLength: QUERY_MOST })
  query: string;

  @Describe('The id of a search model. If absent: the first search model of GET /v1/models.', 'sandbox-search')
  @IsOptional()
  @IsString()
  model?: string | null;

  @Describe(`The maximum number of results. If absent: ${COUNT_USUAL}.`)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(COUNT_MOST)
  count?: number | null;

  @Describe('The maximum age of a result. If absent: any.')
  @IsOptional()
  @IsIn(FRESHNESS)
  freshness?: Freshness | null;

  @Describe('Only results of these sites and their subdomains: at most 20 hostnames, such as `example.com`.')
  @IsOptional()
  @Satisfies(domainsProblem, DOMAINS_SCHEMA)
  @ArrayMaxSize(DOMAINS_MOST)
  @IsArray()
  include_domains?: string[] | null;

  @Describe('No results of these sites and their subdomains: at most 20 hostnames, such as `example.com`.')
  @IsOptional()
  @Satisfies(domainsProblem, DOMAINS_SCHEMA)
  @ArrayMaxSize(DOMAINS_MOST)
  @IsArray()
  exclude_domains?: string[] | null;

  @Describe('The country that the results are for: ISO 3166-1 alpha-2, such as `CN`.')
  @IsOptional()
  @IsISO31661Alpha2({ message: 'country must be an ISO 3166-1 alpha-2 code, such as CN' })
  @IsString()
  country?: string | null;

  @Describe('The language of the results: ISO 639-1, such as `zh`, or with a country, such as `zh-CN`.')
  @IsOptional()
  @Satisfies(languageProblem, { type: 'string', pattern: '^[A-Za-z]{2}(-[A-Za-z]{2})?$' })
  language?: string | null;

  @Describe('How thoroughly to search: `advanced` may cost more. If absent: basic.')
  @IsOptional()
  @IsIn(SEARCH_DEPTHS)
  depth?: SearchDepth | null;

  @Describe('Your label of an end user, at most 256 characters.')
  @IsOptional()
  @IsString()
  @MaxLength(256)
  @Matches(/^[^\u0000]*$/, { message: 'user must not contain U+0000' })
  user?: string | null;
}

export function toSearchTerms(input: SearchInput): SearchTerms {
  const [language, region] = input.language?.split('-') ?? [];
  return {
    query: input.query,
    count: input.count ?? COUNT_USUAL,
    freshness: input.freshness ?? undefined,
    includeDomains: toHostnames(input.include_domains),
    excludeDomains: toHostnames(input.exclude_domains),
    country: input.country?.toUpperCase(),
    language: language && [language.toLowerCase(), ...(region === undefined ? [] : [region.toUpperCase()])].join('-'),
    user: input.user ?? undefined,
    depth: input.depth ?? 'basic',
  };
}

const toHostnames = (values: string[] | null | undefined) => [
  ...new Set((values ?? []).flatMap((value) => toHostname(value) ?? [])),
];
