export interface Asked {
  origin: string;
  method: 'GET' | 'POST';
  paths: string[];
  headers: Record<string, string>;
  body?: string;
  addresses?: number;
  keys?: string[];
}

export interface Load extends Asked {
  connections: number;
  seconds: number;
  perSecond: number | null;
}

export interface LoadResult {
  answers: number;
  errors: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
  loadCpuShare: number;
  lateShare: number;
}
