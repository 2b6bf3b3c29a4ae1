export const FRESHNESS = ['day', 'week', 'month', 'year'] as const;
export type Freshness = (typeof FRESHNESS)[number];

/** How many days ago at most. */
export const FRESH_DAYS: Record<Freshness, number> = { day: 1, week: 7, month: 31, year: 366 };

/** What a customer wants to find. What is undefined, or an empty list, was not asked for. */
export interface SearchTerms {
  query: string;
  /** The most results that are wanted, 1 to 50. */
  count: number;
  freshness: Freshness | undefined;
  /** Hostnames in small letters of ASCII; each stands for its subdomains too. */
  includeDomains: string[];
  excludeDomains: string[];
  /** ISO 3166-1 alpha-2, in capitals. */
  country: string | undefined;
  /** ISO 639-1, with a country or without: `zh`, `zh-CN`. */
  language: string | undefined;
  /** The customer's label of an end user. */
  user: string | undefined;
}

export interface SearchCall extends SearchTerms {
  upstreamModel: string;
  /** Undefined for a supplier that takes none. */
  apiKey: string | undefined;
  signal: AbortSignal;
  /** When the search must have come to its end, by performance.now(). */
  deadlineAt: number;
}

/** A result as the supplier gave it: its texts may hold HTML, its address may be anything. */
export interface SupplierSearchResult {
  title: string;
  url: string;
  snippet: string;
  siteName: string | null;
  /** ISO 8601, or null where it is not certain. */
  publishedAt: string | null;
  /** 0 to 1, or null for a supplier that gives none of that kind. */
  score: number | null;
}

export interface SupplierSearch {
  /** The best first; none at all is an answer too. */
  results: SupplierSearchResult[];
  /** What the supplier bills for it: calls, or credits where it counts those. */
  billedUnits: number;
}
