import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LongReads } from '../database/long-reads';
import { IS_WHOLE_DAY, SPAN_OF_DAYS, sumSealedDays } from '../database/sealed-days';
import { sumLines } from './ledger-lines';

const LIMIT_MS = 10 * 60_000;

/** What was charged for one class of unit. A refund has no price list, and its units are refunds. */
export interface LedgerSum {
  model: string;
  unit_type: string;
  price_list: string | null;
  units: number;
  amount_nano: string;
}

interface LedgerSums {
  lines: LedgerSum[];
  /** What was charged less what was refunded. */
  totalNano: bigint;
}

/** Thrown if the lines of charges differ from their amounts. */
export class LedgerLinesWrong extends Error {}

/** What a customer was charged between two moments. Credits and adjustments of the balance are no charges. */
@Injectable()
export class LedgerSumsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  /** Stores the sums of sealed days that have none, so that statements need not read their rows. Several workers may. */
  storeDays(signal: AbortSignal): Promise<void> {
    return sumSealedDays(this.dataSource, 'ledger_line_days', signal, async ({ day, starts_at, ends_at }) => {
      const rows = await this.longReads.read({ limitMs: LIMIT_MS, signal }, (ask) =>
        ask(SUM_DAY, [starts_at, ends_at]),
      );
      await this.dataSource.query(STORE_DAY, [day, JSON.stringify(rows)]);
    });
  }

  /** No row can be added before this moment, and the days before it have sums. Null if no day has. */
  async summedUntil(): Promise<Date | null> {
    const [summed] = await this.dataSource.query<{ until: Date | null }[]>(SUMMED_UNTIL);
    return summed?.until ?? null;
  }

  /** Throws LedgerLinesWrong if the lines do not add up to the rows. */
  async ofCustomer(customerId: string, from: Date, to: Date, signal?: AbortSignal): Promise<LedgerSums> {
    const { lines, total } = await this.longReads.read({ limitMs: LIMIT_MS, signal }, async (ask) => {
      const [summed] = await ask<SummedDays>(SUMMED, [from, to]);
      const values = [customerId, from, to, summed?.since ?? to, summed?.until ?? to];
      return {
        lines: await ask<LedgerSum>(LINES, values),
        total: (await ask<{ nano: string }>(TOTAL, values))[0],
      };
    });
    const totalNano = BigInt(total?.nano ?? 0);
    const sumNano = lines.reduce((sum, { amount_nano }) => sum + BigInt(amount_nano), 0n);
    if (sumNano !== totalNano)
      throw new LedgerLinesWrong(`The lines are ${sumNano} nano-CNY, and the rows ${totalNano} nano-CNY`);
    return { lines, totalNano };
  }
}

interface SummedDays {
  since: Date | null;
  until: Date | null;
}

const SUMMED_UNTIL = `SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' AS until FROM ledger_line_days`;

const SUMMED = `SELECT ${SPAN_OF_DAYS} FROM ledger_line_days WHERE ${IS_WHOLE_DAY}`;

/** From $2 to $3: rows, but between $4 and $5 sums. */
const ROWS = `
  SELECT * FROM ledger_entries WHERE customer_id = $1::uuid AND account = 'customer'
    AND (created_at >= $2::timestamptz AND created_at < $4::timestamptz OR created_at >= $5::timestamptz AND created_at < $3::timestamptz)`;
const SUMMED_DAYS = `
  customer_id = $1::uuid AND day >= ($4::timestamptz AT TIME ZONE 'UTC')::date AND day < ($5::timestamptz AT TIME ZONE 'UTC')::date`;

const LINES = `
  WITH sums AS (
    ${sumLines(ROWS)}
    UNION ALL
    SELECT customer_id, model, unit_type, price_list, units, amount_nano FROM ledger_line_sums WHERE ${SUMMED_DAYS}
  )
  SELECT model, unit_type, price_list, sum(units)::float8 AS units, sum(amount_nano)::text AS amount_nano
  FROM sums GROUP BY model, unit_type, price_list HAVING sum(units) <> 0 OR sum(amount_nano) <> 0 ORDER BY model, unit_type, price_list`;

/** A seal has the sums of charges, and not those of refunds. */
const TOTAL = `
  WITH amounts AS (
    SELECT -amount_nano AS nano FROM (${ROWS}) AS charged WHERE kind = 'charge' OR refund_id IS NOT NULL
    UNION ALL
    SELECT -charged_nano FROM ledger_day_sums WHERE ${SUMMED_DAYS}
    UNION ALL
    SELECT amount_nano FROM ledger_line_sums WHERE ${SUMMED_DAYS} AND price_list IS NULL
  )
  SELECT COALESCE(sum(nano), 0)::text AS nano FROM amounts`;

const SUM_DAY = sumLines(
  'SELECT * FROM ledger_entries WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz',
);

/** Another worker may have stored the day. */
const STORE_DAY = `
  WITH claimed AS (
    INSERT INTO ledger_line_days (day) VALUES ($1::date) ON CONFLICT DO NOTHING RETURNING day
  )
  INSERT INTO ledger_line_sums (day, customer_id, model, unit_type, price_list, units, amount_nano)
  SELECT claimed.day, customer_id, model, unit_type, price_list, units, amount_nano
  FROM claimed CROSS JOIN jsonb_to_recordset($2::jsonb) AS sums (customer_id uuid, model text, unit_type text, price_list text, units numeric, amount_nano numeric)`;
