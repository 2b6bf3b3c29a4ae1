import type { SupplierCall } from './supplier-call';

export const FRESHNESS = ['day', 'week', 'month', 'year'] as const;
export type Freshness = (typeof FRESHNESS)[number];

export const SEARCH_DEPTHS = ['basic', 'advanced'] as const;
export type SearchDepth = (typeof SEARCH_DEPTHS)[number];

export const FRESH_DAYS: Record<Freshness, number> = { day: 1, week: 7, month: 31, year: 366 };

/** Undefined and an empty list mean that the customer did not ask for it. */
export interface SearchTerms {
  query: string;
  /** 1 to 50. */
  count: number;
  freshness: Freshness | undefined;
  /** Lower-case ASCII hostnames. Each includes its subdomains. */
  includeDomains: string[];
  excludeDomains: string[];
  country: string | undefined;
  language: string | undefined;
  user: string | undefined;
  /** Absent: basic. */
  depth?: SearchDepth;
}

export interface SearchCall extends SearchTerms, SupplierCall {}

/** A result as the supplier sent it: texts may contain HTML, and the URL may be anything. */
export interface SupplierSearchResult {
  title: string;
  url: string;
  snippet: string;
  siteName: string | null;
  publishedAt: string | null;
  /** 0 to 1, or null if the supplier has no such score. */
  score: number | null;
}

export interface SupplierSearch {
  results: SupplierSearchResult[];
  /** The calls, or credits, that the supplier bills. */
  billedUnits: number;
}
