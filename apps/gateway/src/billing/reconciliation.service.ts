import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatCny } from '../money';

/** A total that its parts do not add up to. */
export interface Mismatch {
  kind: 'balance' | 'held' | 'budget' | 'request';
  /** The customer's, the key's or the request's id. */
  id: string;
  recorded_cny: string;
  recomputed_cny: string;
}

export interface Reconciliation {
  checked_at: string;
  customers: number;
  /** The sum of all differences, whatever their sign. */
  drift_cny: string;
  open_holds: { count: number; oldest_seconds: number };
  mismatches: Mismatch[];
}

/** Computes all totals anew from the ledger and the holds. */
@Injectable()
export class ReconciliationService {
  constructor(private readonly dataSource: DataSource) {}

  async reconcile(): Promise<Reconciliation> {
    // One snapshot for all three reads, or a charge between them would look like drift.
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      const differences = await manager.query<{ kind: Mismatch['kind']; id: string; recorded: string; recomputed: string }[]>(DIFFERENCES);
      const [counts] = await manager.query<{ customers: number; holds: number; oldest: number }[]>(COUNTS);
      const drift = differences.reduce((sum, { recorded, recomputed }) => sum + absolute(BigInt(recorded) - BigInt(recomputed)), 0n);
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

const absolute = (nano: bigint) => (nano < 0n ? -nano : nano);

/** Those of image tasks, and the blocks of processes that have anything in them. */
const OPEN_HOLDS = `
  SELECT customer_id, key_id, window_starts_at, amount_nano, held_at FROM holds
  UNION ALL SELECT customer_id, key_id, window_starts_at, amount_nano, changed_at FROM hold_blocks WHERE amount_nano > 0`;

const DIFFERENCES = `
  WITH open_holds AS (${OPEN_HOLDS}), ledger AS (
    SELECT customer_id, sum(amount_nano)::bigint AS nano FROM ledger_entries WHERE account = 'customer' GROUP BY customer_id
  ), held AS (
    SELECT customer_id, sum(amount_nano)::bigint AS nano FROM open_holds GROUP BY customer_id
  ), window_held AS (
    SELECT key_id, window_starts_at, sum(amount_nano)::bigint AS nano FROM open_holds GROUP BY key_id, window_starts_at
  ), totals AS (
    SELECT 'balance' AS kind, customers.id::text AS id, balance_nano AS recorded, COALESCE(ledger.nano, 0) AS recomputed
    FROM customers LEFT JOIN ledger ON ledger.customer_id = customers.id
    UNION ALL
    SELECT 'held', customers.id::text, held_nano, COALESCE(held.nano, 0)
    FROM customers LEFT JOIN held ON held.customer_id = customers.id
    UNION ALL
    SELECT 'budget', budget_windows.key_id::text, held_nano, COALESCE(window_held.nano, 0)
    FROM budget_windows LEFT JOIN window_held ON window_held.key_id = budget_windows.key_id AND window_starts_at = starts_at
    UNION ALL
    SELECT 'request', request_id, sum(amount_nano)::bigint, 0 FROM ledger_entries GROUP BY request_id HAVING sum(amount_nano) <> 0
  )
  SELECT kind, id, recorded::text, recomputed::text FROM totals WHERE recorded <> recomputed ORDER BY kind, id LIMIT 1000`;

const COUNTS = `
  SELECT (SELECT count(*)::int FROM customers) AS customers, count(*)::int AS holds,
    COALESCE(floor(extract(epoch FROM now() - min(held_at))), 0)::int AS oldest
  FROM (${OPEN_HOLDS}) open_holds`;
