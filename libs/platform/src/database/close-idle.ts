import type { Pool } from 'pg';

/**
 * Closes the connections that nobody uses at the moment. When one has been silent, the others of its time may be too,
 * and each would cost somebody a whole time limit.
 */
export async function closeIdle(pool: Pick<Pool, 'idleCount' | 'connect'>): Promise<void> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  for (const taken of await Promise.allSettled(idle)) if (taken.status === 'fulfilled') taken.value.release(true);
}
