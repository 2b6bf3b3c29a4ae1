import { type JoinedStack, waitUntil } from '@shipyard/testing';

interface Together {
  /** Locks the row that all requests need. */
  lock: string;
  values: unknown[];
  /** Selects a row for each request that has come so far. */
  arrived: () => Promise<unknown[]>;
}

/** Sends all requests while the row is locked, and frees it once each of them has arrived. */
export async function sendTogether<Answer>(
  stack: JoinedStack,
  { lock, values, arrived }: Together,
  requests: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const holder = await stack.connect('submission');
  try {
    await holder.query('BEGIN');
    await holder.query(lock, values);
    const sent = requests.map((send) => send());
    await waitUntil(arrived, ({ length }) => length === requests.length);
    await holder.query('COMMIT');
    return await Promise.all(sent);
  } finally {
    await holder.end();
  }
}

/** Selects the statements that begin like this and wait for a lock. */
export const waitingInPostgres = (stack: JoinedStack, statement: string) => () =>
  stack.query('submission', `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`, [
    `${statement}%`,
  ]);
