import { Injectable } from '@nestjs/common';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { type Ask, LongReads } from '../database/long-reads';
import { formatCny } from '../money';
import { type Difference, MOST_MISMATCHES, READ_WIDELY, SEALS, wrongRequests } from './ledger-checks';
import type { ReconciliationView } from './ledger.view';

const LIMIT_MS = 80_000;

/** Sealed days contribute the sums and faults from their seal. `verify-ledger` reads all rows. */
@Injectable()
export class ReconciliationService {
  constructor(private readonly longReads: LongReads) {}

  async reconcile(signal: AbortSignalLike): Promise<ReconciliationView> {
    // One snapshot for all reads, or a charge between them would look like drift.
    return this.longReads.read({ limitMs: LIMIT_MS, signal }, async (ask) => {
      await ask(READ_WIDELY);
      const differences = (await readDifferences(ask)).toSorted(byKindAndId).slice(0, MOST_MISMATCHES);
      const [counts] = await ask<{ customers: number; holds: number; oldest: number }>(COUNTS);
      const drift = differences.reduce(
        (sum, { recorded, recomputed }) => sum + absolute(BigInt(recorded) - BigInt(recomputed)),
        0n,
      );
      return {
        checked_at: new Date().toISOString(),
        customers: counts?.customers ?? 0,
        drift_cny: formatCny(drift),
        open_holds: { count: counts?.holds ?? 0, oldest_seconds: counts?.oldest ?? 0 },
        mismatches: differences.map(({ kind, id, recorded, recomputed }) => ({
          kind,
          id,
          recorded_cny: formatCny(BigInt(recorded)),
          recomputed_cny: formatCny(BigInt(recomputed)),
        })),
      };
    });
  }
}

async function readDifferences(ask: Ask): Promise<Difference[]> {
  const [sealed] = await ask<{ until: string | null; wrong: string[] }>(SEALED);
  const from = sealed?.until ?? '-infinity';
  const totals = await ask<Difference>(TOTALS, [from]);
  const seals = await ask<Difference>(SEALS);
  return [...totals, ...seals, ...(await wrongRequests(ask, { from, to: 'infinity' }, sealed?.wrong))];
}

const byKindAndId = (one: Difference, other: Difference) => (one.kind + one.id < other.kind + other.id ? -1 : 1);
const absolute = (nano: bigint) => (nano < 0n ? -nano : nano);

const OPEN_HOLDS = `
  SELECT customer_id, key_id, window_starts_at, amount_nano, held_at FROM holds
  UNION ALL SELECT customer_id, key_id, window_starts_at, amount_nano, changed_at FROM hold_blocks WHERE amount_nano > 0`;

/** The start of the open days, and the requests that were wrong when their day was sealed. */
const SEALED = `
  SELECT ((SELECT max(day) FROM ledger_seals) + 1 || ' 00:00:00+00') AS until,
    ARRAY(SELECT DISTINCT unnest(wrong_requests) FROM ledger_seals WHERE wrong_requests <> '{}') AS wrong`;

const TOTALS = `
  WITH open_holds AS (${OPEN_HOLDS}), spent AS (
    SELECT customer_id, key_id, window_starts_at, sum(amount_nano) AS nano, sum(amount_nano) FILTER (WHERE kind = 'charge') AS charged_nano
    FROM ledger_entries WHERE account = 'customer' AND created_at >= $1::timestamptz GROUP BY customer_id, key_id, window_starts_at
    UNION ALL
    SELECT customer_id, key_id, window_starts_at, sum(amount_nano), sum(charged_nano) FROM ledger_day_sums GROUP BY customer_id, key_id, window_starts_at
  ), ledger AS (
    SELECT customer_id, sum(nano)::bigint AS nano FROM spent GROUP BY customer_id
  ), held AS (
    SELECT customer_id, sum(amount_nano)::bigint AS nano FROM open_holds GROUP BY customer_id
  ), window_held AS (
    SELECT key_id, window_starts_at, sum(amount_nano)::bigint AS nano FROM open_holds GROUP BY key_id, window_starts_at
  ), window_used AS (
    SELECT key_id, window_starts_at, -sum(charged_nano)::bigint AS nano FROM spent WHERE window_starts_at IS NOT NULL GROUP BY key_id, window_starts_at
  ), totals AS (
    SELECT 'balance' AS kind, customers.id::text AS id, balance_nano AS recorded, COALESCE(ledger.nano, 0) AS recomputed
    FROM customers LEFT JOIN ledger ON ledger.customer_id = customers.id
    UNION ALL
    SELECT 'held', customers.id::text, held_nano, COALESCE(held.nano, 0)
    FROM customers LEFT JOIN held ON held.customer_id = customers.id
    UNION ALL
    SELECT 'budget_held', budget_windows.key_id::text, held_nano, COALESCE(window_held.nano, 0)
    FROM budget_windows LEFT JOIN window_held ON window_held.key_id = budget_windows.key_id AND window_starts_at = starts_at
    UNION ALL
    SELECT 'budget_used', budget_windows.key_id::text, used_nano, carried_nano + COALESCE(window_used.nano, 0)
    FROM budget_windows LEFT JOIN window_used ON window_used.key_id = budget_windows.key_id AND window_starts_at = starts_at
  )
  SELECT kind, id, recorded::text, recomputed::text FROM totals WHERE recorded <> recomputed ORDER BY kind, id LIMIT ${MOST_MISMATCHES}`;

const COUNTS = `
  SELECT (SELECT count(*)::int FROM customers) AS customers, count(*)::int AS holds,
    COALESCE(floor(extract(epoch FROM now() - min(held_at))), 0)::int AS oldest
  FROM (${OPEN_HOLDS}) open_holds`;
