import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LongReads } from '../database/long-reads';
import { BASE_LIST_NAME } from '../unit-types';

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

export const REFUND_UNIT = 'refund';

/** Thrown if the lines of charges differ from their amounts. */
export class LedgerLinesWrong extends Error {}

/** What a customer was charged between two moments. Credits and adjustments of the balance are no charges. */
@Injectable()
export class LedgerSumsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
  ) {}

  /** No row can be added before this moment. Null if no day is sealed. */
  async sealedUntil(): Promise<Date | null> {
    const [sealed] = await this.dataSource.query<{ until: Date | null }[]>(SEALED_UNTIL);
    return sealed?.until ?? null;
  }

  /** Throws LedgerLinesWrong if the lines do not add up to the rows. */
  async ofCustomer(customerId: string, from: Date, to: Date, signal?: AbortSignal): Promise<LedgerSums> {
    const { lines, total } = await this.longReads.read({ limitMs: LIMIT_MS, signal }, async (ask) => ({
      lines: await ask<LedgerSum>(LINES, [customerId, from, to]),
      total: (await ask<{ nano: string }>(TOTAL, [customerId, from, to]))[0],
    }));
    const totalNano = BigInt(total?.nano ?? 0);
    const sumNano = lines.reduce((sum, { amount_nano }) => sum + BigInt(amount_nano), 0n);
    if (sumNano !== totalNano)
      throw new LedgerLinesWrong(`The lines are ${sumNano} nano-CNY, and the rows ${totalNano} nano-CNY`);
    return { lines, totalNano };
  }
}

const SEALED_UNTIL = `SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' AS until FROM ledger_seals`;

const CHARGED = `
  SELECT COALESCE(model, '') AS model, kind, amount_nano, lines FROM ledger_entries
  WHERE customer_id = $1 AND created_at >= $2::timestamptz AND created_at < $3::timestamptz AND account = 'customer'
    AND (kind = 'charge' OR refund_id IS NOT NULL)`;

const LINES = `
  WITH charged AS (${CHARGED}
  ), sums AS (
    SELECT model, line ->> 'unit_type' AS unit_type, COALESCE(line ->> 'price_list', '${BASE_LIST_NAME}') AS price_list,
      sum((line ->> 'units')::numeric) AS units, sum((line ->> 'amount_nano')::numeric) AS nano
    FROM charged CROSS JOIN LATERAL jsonb_array_elements(lines) AS line WHERE kind = 'charge' GROUP BY 1, 2, 3
    UNION ALL
    SELECT model, '${REFUND_UNIT}', NULL, count(*), -sum(amount_nano) FROM charged WHERE kind <> 'charge' GROUP BY model
  )
  SELECT model, COALESCE(unit_type, '') AS unit_type, price_list, COALESCE(units, 0)::float8 AS units, COALESCE(nano, 0)::text AS amount_nano
  FROM sums WHERE units <> 0 OR nano <> 0 ORDER BY model, unit_type, price_list`;

const TOTAL = `SELECT COALESCE(-sum(amount_nano), 0)::text AS nano FROM (${CHARGED}) AS charged`;
