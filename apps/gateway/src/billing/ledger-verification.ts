import type { DataSource } from 'typeorm';
import type { Ask } from '../database/long-reads';
import { type Difference, SEALS, spanOf, wrongRequests } from './ledger-checks';
import { sumLines } from './ledger-lines';

export interface Verified {
  days: number;
  rows: bigint;
  faults: string[];
}

interface DayCheck {
  rows: string;
  has_hash: boolean;
  has_sums: boolean;
  has_customer_sums: boolean;
  has_line_sums: boolean;
  unkeyed: string;
}

export class LedgerVerification {
  private readonly ask: Ask;

  constructor(private readonly dataSource: DataSource) {
    this.ask = (statement, values) => this.dataSource.query(statement, values);
  }

  /** Verifies sealed days from `fromDay` on, one at a time. Rows of a sealed day never change. */
  async verify(fromDay: string, report: (line: string) => void): Promise<Verified> {
    const days = await this.ask<{ day: string }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM ledger_seals WHERE day >= $1::date ORDER BY day`,
      [fromDay],
    );
    const seals = await this.ask<Difference>(SEALS);
    const faults = [
      ...seals.map(
        ({ id }) => `${id}: the seal does not follow from the one before, or is not the sum of its customers`,
      ),
      ...(await this.unsealed()),
    ];
    let rows = 0n;
    for (const [at, { day }] of days.entries()) {
      const found = await this.verifyDay(day);
      rows += found.rows;
      faults.push(...found.faults);
      report(`${day} ${at + 1}/${days.length} ${found.rows} rows ${found.faults.length === 0 ? 'as sealed' : 'WRONG'}`);
    }
    for (const fault of faults) report(fault);
    return { days: days.length, rows, faults };
  }

  private async verifyDay(day: string): Promise<{ rows: bigint; faults: string[] }> {
    const { from, to } = spanOf(day);
    const [check] = await this.ask<DayCheck>(CHECK_DAY, [day, from, to]);
    if (!check) return { rows: 0n, faults: [`${day}: the seal is gone`] };
    const wrong = await wrongRequests(this.ask, { from, to });
    const faults = [
      ...(check.has_hash ? [] : [`${day}: the rows are not those that were sealed`]),
      ...(check.has_sums ? [] : [`${day}: the sums are not those that were sealed`]),
      ...(check.has_customer_sums ? [] : [`${day}: the sums by customer are not those of the rows`]),
      ...(check.has_line_sums ? [] : [`${day}: the sums by class of unit are not those of the rows`]),
      ...(check.unkeyed === '0' ? [] : [`${day}: ${check.unkeyed} rows are not those that their keys stand for`]),
      ...wrong.map(
        ({ kind, id, recorded, recomputed }) =>
          `${day}: ${kind} ${id} has ${recorded}, and should have ${recomputed} (10⁻⁹ CNY)`,
      ),
    ];
    return { rows: BigInt(check.rows), faults };
  }

  private async unsealed(): Promise<string[]> {
    const [row] = await this.ask<{ count: string }>(`
      SELECT count(*) AS count FROM ledger_entries WHERE created_at < (SELECT min(day) FROM ledger_seals)::timestamp AT TIME ZONE 'UTC'`);
    return row === undefined || row.count === '0' ? [] : [`${row.count} rows are older than the first sealed day`];
  }
}

/** $1 day, $2 start, $3 end. */
const CHECK_DAY = `
  WITH seal AS (
    SELECT * FROM ledger_seals WHERE day = $1::date
  ), content AS (
    SELECT * FROM read_ledger_day($1::date)
  ), by_customer AS (
    SELECT customer_id, key_id, window_starts_at, sum(amount_nano)::bigint AS amount_nano,
      COALESCE(sum(amount_nano) FILTER (WHERE kind = 'charge'), 0)::bigint AS charged_nano
    FROM ledger_entries WHERE account = 'customer' AND created_at >= $2::timestamptz AND created_at < $3::timestamptz
    GROUP BY customer_id, key_id, window_starts_at
  ), sealed_by_customer AS (
    SELECT customer_id, key_id, window_starts_at, amount_nano, charged_nano FROM ledger_day_sums WHERE day = $1::date
  ), lines AS (
    ${sumLines('SELECT * FROM ledger_entries WHERE created_at >= $2::timestamptz AND created_at < $3::timestamptz')}
  ), stored_lines AS (
    SELECT customer_id, model, unit_type, price_list, units, amount_nano FROM ledger_line_sums WHERE day = $1::date
  )
  SELECT content.rows, seal.hash = hash_ledger_seal(seal.previous_hash, seal.day, content.rows, content.sums, content.digest) AS has_hash,
    seal.rows = content.rows AND seal.sums = content.sums AS has_sums,
    NOT EXISTS ((SELECT * FROM by_customer EXCEPT ALL SELECT * FROM sealed_by_customer) UNION ALL (SELECT * FROM sealed_by_customer EXCEPT ALL SELECT * FROM by_customer)) AS has_customer_sums,
    NOT EXISTS (SELECT FROM ledger_line_days WHERE day = $1::date)
      OR NOT EXISTS ((SELECT * FROM lines EXCEPT ALL SELECT * FROM stored_lines) UNION ALL (SELECT * FROM stored_lines EXCEPT ALL SELECT * FROM lines)) AS has_line_sums,
    (SELECT count(*) FROM ledger_entries entry LEFT JOIN ledger_keys key ON key.subject = entry.request_id
        AND (key.kind = entry.kind OR entry.kind = 'loss' AND key.kind = 'loss ' || entry.route_id OR key.kind = 'refund ' || entry.refund_id)
     WHERE entry.created_at >= $2::timestamptz AND entry.created_at < $3::timestamptz AND key.created_at IS DISTINCT FROM entry.created_at
       AND NOT (key.subject IS NULL AND entry.kind IN ('charge', 'loss') AND entry.created_at < COALESCE((SELECT keys_forgotten_before FROM ledger_closing), '-infinity'))) AS unkeyed
  FROM seal CROSS JOIN content`;
