/** The requests of a load. */
export interface Asked {
  origin: string;
  method: 'GET' | 'POST';
  /** Requested in turn. */
  paths: string[];
  headers: Record<string, string>;
  body?: string;
  /** Uses this many client addresses in turn, as a trusted proxy names them. One alone would reach its rate limits. */
  addresses?: number;
  /** Uses these keys in turn instead of the one in the headers. */
  keys?: string[];
}

export interface Load extends Asked {
  connections: number;
  seconds: number;
  /** Sent per second, regardless of answers. Null: each connection sends again after its answer. */
  perSecond: number | null;
}

export interface LoadResult {
  /** Complete answers of any status. */
  answers: number;
  /** Refusals, failures and broken connections. */
  errors: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
  /** The share of one core that the load generator used. Near 1, the generator was the bottleneck. */
  loadCpuShare: number;
  /** The share of requests at a fixed rate that were sent more than 2 ms late. */
  lateShare: number;
}
