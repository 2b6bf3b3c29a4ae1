/*
 * How statements are numbered without gaps. All steps are one transaction:
 *
 * 1. lock    One transaction at a time gives numbers.
 * 2. insert  The next statement sees the highest number, and takes the one after it, or none if the month of the
 *            customer or the corrected statement has one already. A transaction that is rolled back gives no number.
 * 3. tell    The event `statement.ready` is raised in the same transaction.
 */
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import type { LedgerSum } from '../billing';
import { formatCny } from '../money';
import { raiseEvent } from '../webhooks';
import { writeNumber } from './statement-number';
import type { Statement } from './statement.entity';

export interface NewStatement extends Pick<
  Statement,
  'customerId' | 'customerName' | 'month' | 'timeZone' | 'startsAt' | 'endsAt' | 'totalNano' | 'corrects' | 'reason'
> {
  lines: LedgerSum[];
}

/** Null if the month of the customer is closed, or the statement corrected, already. */
export async function insertStatement(manager: EntityManager, row: NewStatement): Promise<number | null> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('numbers of statements', 0))`);
  const [inserted] = await manager.query<{ number: number }[]>(INSERT, [
    uuidv7(),
    row.customerId,
    row.customerName,
    row.month,
    row.timeZone,
    row.startsAt,
    row.endsAt,
    JSON.stringify(row.lines),
    row.totalNano.toString(),
    row.corrects,
    row.reason,
  ]);
  if (!inserted) return null;
  const number = writeNumber(inserted.number);
  await raiseEvent(manager, {
    type: 'statement.ready',
    subject: number,
    customerId: row.customerId,
    data: { number, period: row.month.slice(0, 7), total_cny: formatCny(row.totalNano) },
  });
  return inserted.number;
}

const INSERT = `
  INSERT INTO statements (id, number, customer_id, customer_name, month, time_zone, starts_at, ends_at, lines, total_nano, corrects, reason)
  SELECT $1::uuid, COALESCE(max(number), 0) + 1, $2::uuid, $3::text, $4::date, $5::text, $6::timestamptz, $7::timestamptz, $8::jsonb, $9::bigint,
    $10::integer, $11::text
  FROM statements ON CONFLICT DO NOTHING RETURNING number`;
