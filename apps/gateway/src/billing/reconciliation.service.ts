import { Injectable } from '@nestjs/common';
import type { StopSignal } from '@shipyard/platform';
import { LongReads } from '../database/long-reads';
import { formatCny } from '../money';

/** Many HTTP clients give up after five minutes: they are to hear that it was too long. */
const LIMIT_MS = 240_000;

/**
 * A total that its parts do not add up to. `balance`, `held`: of a customer; `budget_held`, `budget_used`: of a key in one window; `request`: the rows
 * of one request, which sum to zero; `charge`: what a request earned us (with our loss), which is units × price, line by line.
 */
export interface Mismatch {
  kind: 'balance' | 'held' | 'budget_held' | 'budget_used' | 'request' | 'charge';
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

/** Computes all totals anew: from the ledger, whose own rows are checked as well, and from the holds. */
@Injectable()
export class ReconciliationService {
  constructor(private readonly longReads: LongReads) {}

  /** Ends when the signal says that nobody waits for it any more. */
  async reconcile(signal: StopSignal): Promise<Reconciliation> {
    // One snapshot for all reads, or a charge between them would look like drift.
    return this.longReads.read({ limitMs: LIMIT_MS, signal }, async (ask) => {
      const differences = await ask<{ kind: Mismatch['kind']; id: string; recorded: string; recomputed: string }>(DIFFERENCES);
      const [counts] = await ask<{ customers: number; holds: number; oldest: number }>(COUNTS);
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

/** In the arithmetic of charge.ts, once more and by another hand. */
const COST_OF_LINES = `
  SELECT COALESCE(sum(round(line.units * line.unit_price_nano / CASE WHEN line.unit_type LIKE '%\\_1k\\_tokens' THEN 1000 ELSE 1 END)), 0)
  FROM jsonb_to_recordset(lines) AS line (unit_type text, units numeric, unit_price_nano numeric)`;

const DIFFERENCES = `
  WITH open_holds AS (${OPEN_HOLDS}), ledger AS (
    SELECT customer_id, sum(amount_nano)::bigint AS nano FROM ledger_entries WHERE account = 'customer' GROUP BY customer_id
  ), held AS (
    SELECT customer_id, sum(amount_nano)::bigint AS nano FROM open_holds GROUP BY customer_id
  ), window_held AS (
    SELECT key_id, window_starts_at, sum(amount_nano)::bigint AS nano FROM open_holds GROUP BY key_id, window_starts_at
  ), window_used AS (
    SELECT key_id, window_starts_at, -sum(amount_nano)::bigint AS nano FROM ledger_entries
    WHERE window_starts_at IS NOT NULL AND account = 'customer' AND kind = 'charge' GROUP BY key_id, window_starts_at
  ), requests AS (
    SELECT request_id, sum(amount_nano)::bigint AS nano, (sum(amount_nano) FILTER (WHERE account = 'revenue'))::bigint AS earned_nano,
      sum(CASE WHEN account = 'customer' AND kind = 'charge' THEN (${COST_OF_LINES}) ELSE 0 END)::bigint AS cost_nano
    FROM ledger_entries GROUP BY request_id
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
    UNION ALL
    SELECT 'request', request_id, nano, 0 FROM requests
    UNION ALL
    SELECT 'charge', request_id, COALESCE(earned_nano, 0), cost_nano FROM requests
  )
  SELECT kind, id, recorded::text, recomputed::text FROM totals WHERE recorded <> recomputed ORDER BY kind, id LIMIT 1000`;

const COUNTS = `
  SELECT (SELECT count(*)::int FROM customers) AS customers, count(*)::int AS holds,
    COALESCE(floor(extract(epoch FROM now() - min(held_at))), 0)::int AS oldest
  FROM (${OPEN_HOLDS}) open_holds`;
