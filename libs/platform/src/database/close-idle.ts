import type { Pool } from 'pg';

/**
 * Closes the connections that nobody uses at the moment. When one has been silent, the others of its time may be too,
 * and each would cost somebody a whole time limit.
 */
export function closeIdle(pool: Pick<Pool, 'idleCount' | 'connect'>): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1)
    // Given back at once: nothing hears the errors of a connection that somebody holds, and one would end the process.
    pool.connect().then(
      (taken) => taken.release(true),
      () => undefined,
    );
}
