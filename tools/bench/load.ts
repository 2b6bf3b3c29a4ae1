/** What is asked, over and over. */
export interface Asked {
  origin: string;
  method: 'GET' | 'POST';
  /** Asked in turn. */
  paths: string[];
  headers: Record<string, string>;
  body?: string;
  /** By so many addresses in turn, as a trusted proxy names them: one alone would come to its rates. Left out: by one. */
  addresses?: number;
  /** With these keys in turn, in the place of the one in the headers. */
  keys?: string[];
}

export interface Load extends Asked {
  connections: number;
  seconds: number;
  /** Sent each second, whether answers come or not; null: each connection asks again as soon as it has its answer. */
  perSecond: number | null;
}

export interface LoadResult {
  /** Whole answers, of any status. */
  answers: number;
  /** Of these, or beside these: refusals, failures and broken connections. */
  errors: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
  /** Of one core, used by the load generator itself: near 1, it was the generator that was measured. */
  loadCpuShare: number;
  /** Of the requests at a fixed rate, those that were sent more than 2 ms after they were due. */
  lateShare: number;
}
