import { createHistogram } from 'node:perf_hooks';
import { Pool } from 'undici';

/** The load generator of the benchmarks, a process of its own. Takes one JSON argument, prints one JSON line. */
export interface Load {
  origin: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  errors: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export async function driveLoad(load: Load): Promise<LoadResult> {
  const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });
  const latency = createHistogram();
  let requests = 0;
  let errors = 0;
  const startedAt = Date.now();
  const endsAt = startedAt + load.seconds * 1_000;

  async function drive(): Promise<void> {
    while (Date.now() < endsAt) {
      const sentAt = process.hrtime.bigint();
      const { statusCode, body } = await pool.request({ method: load.method, path: load.path, headers: load.headers, body: load.body });
      await body.dump({ limit: 10_000_000 });
      latency.record(process.hrtime.bigint() - sentAt);
      requests += 1;
      if (statusCode >= 400) errors += 1;
    }
  }

  await Promise.all(Array.from({ length: load.connections }, drive));
  const seconds = (Date.now() - startedAt) / 1_000;
  await pool.close();
  return { requests, errors, perSecond: requests / seconds, p50Ms: latency.percentile(50) / 1e6, p99Ms: latency.percentile(99) / 1e6 };
}

if (require.main === module || process.argv[1]?.endsWith('drive-load.ts')) {
  void driveLoad(JSON.parse(process.argv[2] ?? '{}') as Load).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
}
