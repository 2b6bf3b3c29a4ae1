import type { QueryResultRow } from 'pg';
import type { Ask } from '../database/long-reads';

export const MOST_MISMATCHES = 1_000;

/**
 * `balance`, `held` of a customer · `budget_held`, `budget_used` of a key in one window · `request`: its rows must sum
 * to zero · `charge`: must be units × price, line by line · `seal`: a sealed day with wrong sums or a wrong hash.
 */
export const MISMATCH_KINDS = ['balance', 'held', 'budget_held', 'budget_used', 'request', 'charge', 'seal'] as const;
export type MismatchKind = (typeof MISMATCH_KINDS)[number];

export interface Difference extends QueryResultRow {
  kind: MismatchKind;
  id: string;
  recorded: string;
  recomputed: string;
}

/** Times as Postgres reads them. The end is exclusive. */
export interface Span {
  from: string;
  to: string;
}

/** The input is large and the result tiny, so Postgres should use several processors and keep totals in memory. */
export const READ_WIDELY = `SELECT set_config('parallel_tuple_cost', '0', true), set_config('work_mem', '64MB', true)`;

/** Most requests pass a cheap check of their sums and costs. The others are checked one by one. */
export async function wrongRequests(ask: Ask, { from, to }: Span, others: string[] = []): Promise<Difference[]> {
  const charges = await ask<{ request_id: string }>(ODD_CHARGES, [from, to]);
  const odd = [...charges, ...(await ask<{ request_id: string }>(ODD_REQUESTS, [from, to]))].map(
    ({ request_id }) => request_id,
  );
  return ask<Difference>(REQUESTS, [[...new Set([...odd, ...others])], from, to]);
}

const costOf = (line: string) => `round((${line} ->> 'units')::numeric * (${line} ->> 'unit_price_nano')::numeric *
  CASE WHEN ${line} ->> 'unit_type' LIKE '%\\_1k\\_tokens' THEN 0.001 ELSE 1 END)`;

const IN_SPAN = 'created_at >= $1::timestamptz AND created_at < $2::timestamptz';

/** Charges with a wrong cost, or too many lines to check here. A subquery would prevent parallel execution. */
const ODD_CHARGES = `
  SELECT request_id FROM ledger_entries WHERE ${IN_SPAN} AND account = 'customer' AND kind = 'charge' AND (
    jsonb_array_length(lines) > 3
    OR ${[0, 1, 2].map((place) => `CASE WHEN lines -> ${place} IS NULL THEN 0 ELSE ${costOf(`(lines -> ${place})`)} END`).join(' + ')} IS DISTINCT FROM -amount_nano
  )`;

const ODD_REQUESTS = `
  SELECT request_id FROM ledger_entries WHERE ${IN_SPAN} GROUP BY request_id
  HAVING sum(amount_nano) <> 0 OR sum(amount_nano) FILTER (WHERE account = 'revenue' AND kind <> 'credit' OR account = 'customer' AND kind = 'charge') <> 0`;

/** Checks the requests $1. A loss can be correct, and so can a refund (a credit). Rows that somebody wrote without a key are found in the span only. */
const REQUESTS = `
  WITH requests AS (
    SELECT request_id, sum(amount_nano)::bigint AS nano, COALESCE(sum(amount_nano) FILTER (WHERE account = 'revenue' AND kind <> 'credit'), 0)::bigint AS earned_nano,
      sum(CASE WHEN account = 'customer' AND kind = 'charge' THEN (
        SELECT COALESCE(sum(${costOf('line')}), 0) FROM jsonb_array_elements(lines) AS line
      ) ELSE 0 END)::bigint AS cost_nano
    FROM ledger_entries WHERE request_id = ANY ($1::text[]) AND (
      created_at = ANY (ARRAY(SELECT created_at FROM ledger_keys WHERE subject = ANY ($1::text[])))
      OR created_at >= $2::timestamptz AND created_at < $3::timestamptz
    ) GROUP BY request_id
  ), totals AS (
    SELECT 'request' AS kind, request_id AS id, nano AS recorded, 0 AS recomputed FROM requests
    UNION ALL
    SELECT 'charge', request_id, earned_nano, cost_nano FROM requests
  )
  SELECT kind, id, recorded::text, recomputed::text FROM totals WHERE recorded <> recomputed ORDER BY kind, id LIMIT ${MOST_MISMATCHES}`;

export const NEXT_DAY = `
  SELECT to_char(day, 'YYYY-MM-DD') AS day FROM (
    SELECT COALESCE((SELECT max(day) + 1 FROM ledger_seals), (SELECT (min(created_at) AT TIME ZONE 'UTC')::date FROM ledger_entries)) AS day
  ) AS next WHERE day <= $1::date`;

/** Checks the seals without their rows: consecutive days, chained hashes, and the sums of customers. */
export const SEALS = `
  WITH sealed AS (
    SELECT seals.*, COALESCE(lag(hash) OVER days, '') AS expected_previous, lag(day) OVER days AS day_before,
      (SELECT COALESCE(sum(value::numeric), 0) FROM jsonb_each_text(sums) WHERE key LIKE 'customer %') AS recorded
    FROM ledger_seals seals WINDOW days AS (ORDER BY day)
  ), by_customer AS (
    SELECT day, sum(amount_nano) AS recomputed FROM ledger_day_sums GROUP BY day
  )
  SELECT 'seal' AS kind, day::text AS id, recorded::bigint::text AS recorded, COALESCE(recomputed, 0)::bigint::text AS recomputed
  FROM sealed LEFT JOIN by_customer USING (day)
  WHERE recorded <> COALESCE(recomputed, 0) OR previous_hash <> expected_previous OR day <> day_before + 1
    OR hash <> hash_ledger_seal(previous_hash, day, rows, sums, digest)
  ORDER BY day LIMIT ${MOST_MISMATCHES}`;

export function spanOf(day: string): Span {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return { from: `${day} 00:00:00+00`, to: `${next} 00:00:00+00` };
}
