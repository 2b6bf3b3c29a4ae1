import type { TestStack } from '@shipyard/testing';

/** Closes and seals the days of the ledger, as a worker would within its next rounds. */
export async function sealLedgerDays(stack: Pick<TestStack, 'query' | 'queryAsServing'>): Promise<void> {
  for (let call = 0; call < 3; call += 1) await stack.queryAsServing('gateway', 'SELECT gateway.close_ledger_days()');
  await stack.query(
    'gateway',
    `SELECT seal_ledger_day(day::date, '{}') AS sealed
     FROM (SELECT COALESCE((SELECT max(day) + 1 FROM ledger_seals)::timestamp, date_trunc('day', min(created_at) AT TIME ZONE 'UTC')) AS first FROM ledger_entries) AS ledger,
       generate_series(first, (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day`,
  );
}
