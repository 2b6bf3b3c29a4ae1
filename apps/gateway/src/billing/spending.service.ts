import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Spending } from '../customers';

/**
 * What a customer has spent in its day and its month, for its spend limits. Charges count it in the customer's row. It is
 * counted anew from the ledger when a limit is set or the time zone changes.
 */
@Injectable()
export class SpendingService implements Spending {
  /** Expects the customer to be locked, so that no charge is written meanwhile. */
  async recount(manager: EntityManager, customerId: string): Promise<void> {
    await manager.query<unknown[]>(RECOUNT, [customerId]);
  }
}

/** A refund counts where its charge does. */
const RECOUNT = `
  WITH calendar AS (
    SELECT id, today, date_trunc('month', today) AT TIME ZONE time_zone AS month_starts_at, today::timestamp AT TIME ZONE time_zone AS day_starts_at
    FROM (SELECT id, time_zone, (now() AT TIME ZONE time_zone)::date AS today FROM customers WHERE id = $1::uuid) customer
  ), moved AS (
    SELECT entry.created_at AS charged_at, -entry.amount_nano AS nano
    FROM calendar JOIN ledger_entries entry ON entry.customer_id = calendar.id AND entry.created_at >= month_starts_at
    WHERE entry.account = 'customer' AND entry.kind = 'charge'
    UNION ALL
    SELECT refund.charged_at, -refund.amount_nano
    FROM calendar JOIN refunds refund ON refund.customer_id = calendar.id AND refund.charged_at >= month_starts_at
  ), spent AS (
    SELECT COALESCE(sum(nano), 0)::bigint AS month_nano, COALESCE(sum(nano) FILTER (WHERE charged_at >= day_starts_at), 0)::bigint AS day_nano
    FROM calendar LEFT JOIN moved ON true
  ), counted AS (
    UPDATE customers SET spent_on = today, spent_day_nano = day_nano, spent_month_nano = month_nano
    FROM calendar, spent WHERE customers.id = calendar.id
  )
  SELECT id FROM calendar`;
