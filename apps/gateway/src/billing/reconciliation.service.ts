import { Injectable } from '@nestjs/common';
import type { StopSignal } from '@shipyard/platform';
import type { QueryResultRow } from 'pg';
import { type Ask, LongReads } from '../database/long-reads';
import { formatCny } from '../money';

/** Of each of three reads. Many HTTP clients give up after five minutes: they are to hear that it was too long. */
const LIMIT_MS = 80_000;
const MOST_MISMATCHES = 1_000;

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

interface Difference extends QueryResultRow {
  kind: Mismatch['kind'];
  id: string;
  recorded: string;
  recomputed: string;
}

/** Computes all totals anew: from the ledger, whose own rows are checked as well, and from the holds. */
@Injectable()
export class ReconciliationService {
  constructor(private readonly longReads: LongReads) {}

  /** Ends when the signal says that nobody waits for it any more. */
  async reconcile(signal: StopSignal): Promise<Reconciliation> {
    // One snapshot for all reads, or a charge between them would look like drift.
    return this.longReads.read({ limitMs: LIMIT_MS, signal }, async (ask) => {
      await ask(READ_WIDELY);
      const totals = await ask<Difference>(TOTALS);
      const differences = [...totals, ...(await wrongRequests(ask))].toSorted(byKindAndId).slice(0, MOST_MISMATCHES);
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

/**
 * Where a request's rows sum to zero, and we earned what the customer was charged, and that is what the lines cost, all is well. The others, which may
 * be well too, are looked at one by one.
 */
async function wrongRequests(ask: Ask): Promise<Difference[]> {
  const charges = await ask<{ request_id: string }>(ODD_CHARGES);
  await ask(READ_IN_ORDER);
  const odd = [...charges, ...(await ask<{ request_id: string }>(ODD_REQUESTS))];
  return ask<Difference>(REQUESTS, [odd.map(({ request_id }) => request_id)]);
}

const byKindAndId = (one: Difference, other: Difference) => (one.kind + one.id < other.kind + other.id ? -1 : 1);
const absolute = (nano: bigint) => (nano < 0n ? -nano : nano);

/** Those of image tasks, and the blocks of processes that have anything in them. */
const OPEN_HOLDS = `
  SELECT customer_id, key_id, window_starts_at, amount_nano, held_at FROM holds
  UNION ALL SELECT customer_id, key_id, window_starts_at, amount_nano, changed_at FROM hold_blocks WHERE amount_nano > 0`;

/** In the arithmetic of charge.ts, once more and by another hand. */
const costOf = (line: string) => `round((${line} ->> 'units')::numeric * (${line} ->> 'unit_price_nano')::numeric *
  CASE WHEN ${line} ->> 'unit_type' LIKE '%\\_1k\\_tokens' THEN 0.001 ELSE 1 END)`;

/** Next to nothing comes out of what is read, so that Postgres may well read it with several processors; and the totals have room in memory. */
const READ_WIDELY = `SELECT set_config('parallel_tuple_cost', '0', true), set_config('work_mem', '64MB', true)`;

const TOTALS = `
  WITH open_holds AS (${OPEN_HOLDS}), spent AS (
    SELECT customer_id, key_id, window_starts_at, sum(amount_nano) AS nano, sum(amount_nano) FILTER (WHERE kind = 'charge') AS charged_nano
    FROM ledger_entries WHERE account = 'customer' GROUP BY customer_id, key_id, window_starts_at
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

/** Charges that are not what their lines cost, or have more lines than are looked at here: a subquery for all of them would leave it to one processor. */
const ODD_CHARGES = `
  SELECT request_id FROM ledger_entries WHERE account = 'customer' AND kind = 'charge' AND (
    jsonb_array_length(lines) > 3
    OR ${[0, 1, 2].map((place) => `CASE WHEN lines -> ${place} IS NULL THEN 0 ELSE ${costOf(`(lines -> ${place})`)} END`).join(' + ')} IS DISTINCT FROM -amount_nano
  )`;

/**
 * Request ids are in the order of time, as the rows are: read by its index, a request is done when the next begins. A hash table of all requests, or a
 * sort, would go to disk.
 */
const READ_IN_ORDER = `SELECT set_config('enable_hashagg', 'off', true), set_config('enable_sort', 'off', true)`;

/** Requests whose rows do not sum to zero, or which earned us anything else than what was charged. */
const ODD_REQUESTS = `
  SELECT request_id FROM ledger_entries GROUP BY request_id
  HAVING sum(amount_nano) <> 0 OR sum(amount_nano) FILTER (WHERE account = 'revenue' OR account = 'customer' AND kind = 'charge') <> 0`;

/** What is wrong with the requests $1: many of those with a loss are as they should be. */
const REQUESTS = `
  WITH requests AS (
    SELECT request_id, sum(amount_nano)::bigint AS nano, COALESCE(sum(amount_nano) FILTER (WHERE account = 'revenue'), 0)::bigint AS earned_nano,
      sum(CASE WHEN account = 'customer' AND kind = 'charge' THEN (
        SELECT COALESCE(sum(${costOf('line')}), 0) FROM jsonb_array_elements(lines) AS line
      ) ELSE 0 END)::bigint AS cost_nano
    FROM ledger_entries WHERE request_id = ANY ($1::text[]) GROUP BY request_id
  ), totals AS (
    SELECT 'request' AS kind, request_id AS id, nano AS recorded, 0 AS recomputed FROM requests
    UNION ALL
    SELECT 'charge', request_id, earned_nano, cost_nano FROM requests
  )
  SELECT kind, id, recorded::text, recomputed::text FROM totals WHERE recorded <> recomputed ORDER BY kind, id LIMIT ${MOST_MISMATCHES}`;

const COUNTS = `
  SELECT (SELECT count(*)::int FROM customers) AS customers, count(*)::int AS holds,
    COALESCE(floor(extract(epoch FROM now() - min(held_at))), 0)::int AS oldest
  FROM (${OPEN_HOLDS}) open_holds`;
