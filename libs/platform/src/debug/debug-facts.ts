import type { Pool } from 'pg';

type PoolCounts = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface PoolFacts {
  in_use: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

type Count = () => Promise<Record<string, number>>;

const pools = new Map<string, () => PoolCounts | null>();
const queues = new Map<string, Count>();

/** `pool` returns null while there is none. */
export function watchPool(name: string, pool: () => PoolCounts | null): void {
  pools.set(name, pool);
}

export function watchQueue(name: string, count: Count): void {
  queues.set(name, count);
}

export function poolFacts(): Record<string, PoolFacts> {
  const found = [...pools].flatMap(([name, pool]): [string, PoolFacts][] => {
    const counts = pool();
    if (counts === null) return [];
    const { totalCount, idleCount, waitingCount } = counts;
    return [[name, { in_use: totalCount - idleCount, idle: idleCount, waiting: waitingCount }]];
  });
  return Object.fromEntries(found);
}

/** A queue whose server does not answer within `limitMs` is null. */
export async function queueFacts(limitMs: number): Promise<Record<string, Record<string, number> | null>> {
  const counted = [...queues].map(async ([name, count]): Promise<[string, Record<string, number> | null]> => {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), limitMs).unref());
    return [name, await Promise.race([count().catch(() => null), late])];
  });
  return Object.fromEntries(await Promise.all(counted));
}
