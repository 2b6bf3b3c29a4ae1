/*
 * A statement is closed on the second day of the next month, in the time zone of the customer. Any worker may do it, any
 * number of times, and may be killed at any moment:
 *
 * 1. store   Sums the lines of the days that were sealed since, by customer. No row can be added to them.
 * 2. due     The months that ended more than a day ago, all of whose days have sums, and that have no statement. A
 *            statement begins where the one before ended, so that each charge is in one, whatever the time zone becomes.
 * 3. sum     Adds the sums of the days and the rows of the two days that the time zone cuts, in one snapshot.
 * 4. write   One transaction gives the number and writes the statement (statement-rows.ts). Of two workers, the second
 *            finds that the month is closed, and takes no number.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { LedgerLinesWrong, LedgerSumsService } from '../billing';
import { LOGGER } from '../config';
import { insertStatement } from './statement-rows';

const AT_ONCE = 200;
/** Charges share the database, and nobody waits for a statement: after each, the closing rests nine times as long. */
const RESTS = 9;
const LONGEST_REST_MS = 5_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface DueMonth {
  customer_id: string;
  customer_name: string;
  time_zone: string;
  month: string;
  starts_at: Date;
  ends_at: Date;
}

@Injectable()
export class StatementClosing {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sums: LedgerSumsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async closeDue(signal: AbortSignal): Promise<void> {
    await this.sums.storeDays(signal);
    // A customer can have several months to close, one in each round.
    while (!signal.aborted && (await this.closeNextOfEach(signal)) > 0);
  }

  private async closeNextOfEach(signal: AbortSignal): Promise<number> {
    const summedUntil = await this.sums.summedUntil();
    if (summedUntil === null) return 0;
    let closed = 0;
    for (let after: string | undefined = FIRST; after !== undefined && !signal.aborted;) {
      const due: DueMonth[] = await this.dataSource.query<DueMonth[]>(DUE, [summedUntil, after, AT_ONCE]);
      for (const month of due) {
        if (signal.aborted) break;
        const beganAt = performance.now();
        if (await this.close(month, signal)) closed += 1;
        const restMs = Math.min((performance.now() - beganAt) * RESTS, LONGEST_REST_MS);
        await rest(restMs, undefined, { signal }).catch(() => undefined);
      }
      after = due.at(-1)?.customer_id;
    }
    return closed;
  }

  private async close(due: DueMonth, signal: AbortSignal): Promise<boolean> {
    try {
      const sums = await this.sums.ofCustomer(due.customer_id, due.starts_at, due.ends_at, signal);
      const number = await this.dataSource.transaction((manager) =>
        insertStatement(manager, {
          ...sums,
          customerId: due.customer_id,
          customerName: due.customer_name,
          month: due.month,
          timeZone: due.time_zone,
          startsAt: due.starts_at,
          endsAt: due.ends_at,
          corrects: null,
          reason: null,
        }),
      );
      return number !== null;
    } catch (error) {
      if (!(error instanceof LedgerLinesWrong)) throw error;
      this.logger.error(
        { err: error, customer_id: due.customer_id, month: due.month },
        'A statement cannot be closed, because the ledger has wrong rows: see GET /admin/reconciliation',
      );
      return false;
    }
  }
}

export const statementsSweeper = sweeper({
  name: 'statements to close',
  everyMs: 10 * 60_000,
  inject: [StatementClosing],
  sweep: (closing, signal) => closing.closeDue(signal),
});

const DUE = `
  SELECT customer.id AS customer_id, customer.name AS customer_name, customer.time_zone, to_char(next.month, 'YYYY-MM-DD') AS month, span.starts_at, span.ends_at
  FROM customers customer
  LEFT JOIN LATERAL (
    SELECT month, ends_at FROM statements WHERE customer_id = customer.id AND corrects IS NULL ORDER BY month DESC LIMIT 1
  ) AS last ON true
  CROSS JOIN LATERAL (
    SELECT COALESCE(last.month + interval '1 month', date_trunc('month', customer.created_at AT TIME ZONE customer.time_zone)) AS month
  ) AS next
  CROSS JOIN LATERAL (
    SELECT COALESCE(last.ends_at, next.month AT TIME ZONE customer.time_zone) AS starts_at,
      (next.month + interval '1 month') AT TIME ZONE customer.time_zone AS ends_at,
      (next.month + interval '1 month 1 day') AT TIME ZONE customer.time_zone AS closes_at
  ) AS span
  WHERE customer.id > $2::uuid AND span.closes_at <= now() AND span.ends_at <= $1::timestamptz
  ORDER BY customer.id LIMIT $3`;
