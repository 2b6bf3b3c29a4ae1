/*
 * A refund of a request, whole or in part, by an operator. All steps are one transaction:
 *
 * 1. find     Finds the charge of the request.
 * 2. lock     Locks the customer's row, which every charge, hold and other refund also locks first.
 * 3. repeat   Its id is made from the request and the Idempotency-Key. If it exists, this is a retry: it gets the first
 *             answer, or IDEMPOTENCY_KEY_REUSED.
 * 4. write    Writes the refund with its place and the sum so far, which a constraint keeps within the charge; two ledger
 *             rows of the request that sum to zero; and gives the money back to the balance and to the budget that the
 *             charge counts in.
 * 5. record   Records who did it and why.
 */
import { Injectable } from '@nestjs/common';
import { NO_RECORDER } from '@shipyard/http';
import { idOf, uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { checkedCny, formatCny } from '../money';
import type { RefundDto } from './credits.dto';
import { addToBalance, lockBalance } from './credits.service';
import { LedgerService } from './ledger.service';
import type { RefundedView } from './ledger.view';

interface ChargeRow {
  customer_id: string;
  charged: string;
}

interface RefundRow {
  asked: string | null;
  reason: string;
}

@Injectable()
export class RefundsService {
  constructor(
    private readonly changes: ChangesService,
    private readonly ledger: LedgerService,
  ) {}

  /** Null if nothing was charged for the request. Throws CONFLICT above what is left of the charge. */
  async refund(
    actor: Actor,
    requestId: string,
    { amount_cny, reason }: RefundDto,
    idempotencyKey: string,
  ): Promise<{ refunded: RefundedView; isReplayed: boolean } | null> {
    const askedNano = amount_cny === undefined ? null : checkedCny(amount_cny);
    const refundId = idOf(`refund ${requestId}\n${idempotencyKey}`);
    return this.changes.make(actor, NO_RECORDER, 'request.refund', async (manager) => {
      const [charge] = await manager.query<ChargeRow[]>(FIND_CHARGE, [requestId]);
      if (!charge) return { subjectId: requestId, before: null, after: null, answer: null, isRepetition: true };
      await lockBalance(manager, charge.customer_id);
      const [known] = await manager.query<RefundRow[]>(FIND_REFUND, [refundId]);
      if (known && (known.asked !== (askedNano?.toString() ?? null) || known.reason !== reason))
        throw changeErrors.IDEMPOTENCY_KEY_REUSED();
      if (!known) await this.write(manager, { requestId, refundId, askedNano, reason, charge });
      const entry = await this.ledger.findRefund(manager, requestId, refundId);
      if (!entry) throw new Error(`The refund ${refundId} is not in the ledger`);
      return {
        subjectId: requestId,
        before: null,
        after: { amount_cny: entry.amount_cny, reason, ledger_entry_id: entry.id, customer_id: charge.customer_id },
        answer: { refunded: { entry }, isReplayed: known !== undefined },
        isRepetition: known !== undefined,
      };
    });
  }

  private async write(
    manager: EntityManager,
    { requestId, refundId, askedNano, reason, charge }: NewRefund,
  ): Promise<void> {
    const [so] = await manager.query<{ refunded: string; places: number }[]>(SUM_REFUNDS, [requestId]);
    const leftNano = BigInt(charge.charged) - BigInt(so?.refunded ?? 0);
    const amountNano = askedNano ?? leftNano;
    if (leftNano <= 0n) throw changeErrors.CONFLICT({ message: 'All that was charged for this request is refunded.' });
    if (amountNano > leftNano)
      throw changeErrors.CONFLICT({
        message: `Only ${formatCny(leftNano)} CNY of this request's charge is left. Refund at most that.`,
      });
    await manager.query<unknown[]>(WRITE_REFUND, [
      requestId,
      refundId,
      (so?.places ?? 0) + 1,
      amountNano.toString(),
      askedNano?.toString() ?? null,
      reason,
      uuidv7(),
      uuidv7(),
    ]);
    await addToBalance(manager, charge.customer_id, amountNano);
  }
}

interface NewRefund {
  requestId: string;
  refundId: string;
  askedNano: bigint | null;
  reason: string;
  charge: ChargeRow;
}

/** $1 request. */
const CHARGE = `
  SELECT entry.customer_id, entry.key_id, entry.model, entry.route_id, entry.created_at, entry.window_starts_at, -entry.amount_nano AS charged_nano
  FROM ledger_keys key JOIN ledger_entries entry ON entry.created_at = key.created_at AND entry.request_id = key.subject
  WHERE key.subject = $1 AND key.kind = 'charge' AND entry.account = 'customer' AND entry.kind = 'charge'`;

const FIND_CHARGE = `SELECT customer_id, charged_nano::text AS charged FROM (${CHARGE}) charge`;

const FIND_REFUND = 'SELECT asked_nano::text AS asked, reason FROM refunds WHERE id = $1::uuid';

const SUM_REFUNDS =
  'SELECT COALESCE(sum(amount_nano), 0)::text AS refunded, count(*)::int AS places FROM refunds WHERE request_id = $1';

/**
 * $1 request, $2 refund, $3 place, $4 amount, $5 asked amount or null, $6 reason, $7 and $8 rows of the ledger. A budget
 * window counts the charge if it is its own, or if it was there when the window was counted (COUNT_WINDOW).
 */
const WRITE_REFUND = `
  WITH charge AS (${CHARGE}
  ), refund AS (
    INSERT INTO refunds (id, request_id, place, customer_id, key_id, model, route_id, charged_at, window_starts_at, amount_nano, refunded_nano, charged_nano, asked_nano, reason)
    SELECT $2::uuid, $1, $3::integer, customer_id, key_id, model, route_id, created_at, window_starts_at, $4::bigint,
      $4::bigint + (SELECT COALESCE(sum(amount_nano), 0)::bigint FROM refunds WHERE request_id = $1), charged_nano, $5::bigint, $6
    FROM charge
    RETURNING *
  ), calendar AS (
    SELECT refund.*, GREATEST(key.budget_changed_at, customer.time_zone_changed_at, '-infinity') AS changed_at
    FROM refund JOIN enterprise_keys key ON key.id = refund.key_id JOIN customers customer ON customer.id = refund.customer_id
  ), counted AS (
    UPDATE budget_windows SET used_nano = used_nano - amount_nano, carried_nano = carried_nano - amount_nano
    FROM calendar
    WHERE budget_windows.key_id = calendar.key_id AND (
      starts_at = window_starts_at
      OR starts_at IS DISTINCT FROM window_starts_at AND counted_at > changed_at AND charged_at >= starts_at AND charged_at < counted_at
        AND (window_starts_at IS NULL OR window_starts_at >= starts_at OR charged_at <= changed_at)
    )
  ), restored AS (
    UPDATE customers SET
      spent_day_nano = CASE WHEN (charged_at AT TIME ZONE time_zone)::date = spent_on THEN GREATEST(spent_day_nano - amount_nano, 0) ELSE spent_day_nano END,
      spent_month_nano = CASE WHEN to_char(charged_at AT TIME ZONE time_zone, 'YYYY-MM') = to_char(spent_on, 'YYYY-MM')
        THEN GREATEST(spent_month_nano - amount_nano, 0) ELSE spent_month_nano END
    FROM refund WHERE customers.id = refund.customer_id
  ), written AS (
    INSERT INTO ledger_entries (id, request_id, customer_id, key_id, window_starts_at, model, account, kind, amount_nano, route_id, refund_id)
    SELECT entry.id, refund.request_id, refund.customer_id, refund.key_id, refund.window_starts_at, refund.model, entry.account, 'credit',
      entry.amount_nano, refund.route_id, refund.id
    FROM refund CROSS JOIN LATERAL (VALUES
      ($7::uuid, 'customer', refund.amount_nano), ($8::uuid, 'revenue', -refund.amount_nano)
    ) AS entry (id, account, amount_nano)
  )
  SELECT id FROM refund`;
