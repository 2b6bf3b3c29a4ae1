/*
 * The money of an image task, which outlives processes:
 *
 * 1. hold     The statement that writes the task (submit_image_task) takes the highest possible cost out of what is available to the
 *             customer and in the key's budget, and writes the hold. If the money is short, the surplus of reservations is reclaimed, and
 *             it is tried once more.
 * 2. settle   One statement deletes the hold, reduces the balance and writes the ledger rows. The hold exists once, so only the statement
 *             that deletes it charges. If Postgres goes away before its reply, the statement is repeated. If the hold is gone by then, the
 *             ledger tells whether this request was charged.
 *    release  If the task fails or expires, the hold is deleted in the transaction that ends the task. What the supplier billed anyway is
 *             written as our loss, which moves no customer's money.
 */
import { Inject, Injectable } from '@nestjs/common';
import { retryDuringOutage } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../config';
import { BillingStatements } from '../database/billing-statements';
import { countCharge, countLoss } from './billing.metrics';
import type { Charge } from './billing.service';
import { toLedgerLines, totalCostNano } from './charge';
import type { LossReason } from './loss-reason';
import { COUNT_SPENT } from './reservation-statements';
import { GIVE_BACK } from './give-back';

const SETTLE_FOR_MS = 5_000;

export interface UnchargedHold {
  hold_id: string;
  model_id: string;
  route_id: string | null;
  /** What suppliers billed for the task, or may have; null if unknown. */
  supplier_cost_nano: string | null;
}

type UnchargedReason = Extract<LossReason, 'undelivered' | 'expired'>;

@Injectable()
export class TaskHoldsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: BillingStatements,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Safe to repeat. Returns null if another request settled the task, or it expired. */
  async settle(holdId: string, charge: Charge): Promise<{ chargedNano: bigint } | null> {
    const costNano = totalCostNano(charge.lines);
    const chargedNano = await this.chargeOnce(charge.requestId, [
      holdId,
      costNano.toString(),
      charge.requestId,
      charge.model,
      charge.routeId,
      JSON.stringify(toLedgerLines(charge.lines)),
      [uuidv7(), uuidv7(), uuidv7(), uuidv7()],
      charge.supplierCostNano?.toString() ?? null,
    ]);
    if (chargedNano === null) return null;
    countCharge(charge, chargedNano);
    if (chargedNano < costNano) countLoss(charge.model, 'over_hold', costNano - chargedNano);
    return { chargedNano };
  }

  /** Releases them in the transaction of `end`, and returns the number of tasks. */
  async releaseUncharged(
    reason: UnchargedReason,
    end: (manager: EntityManager) => Promise<UnchargedHold[]>,
  ): Promise<number> {
    const { ended, losses } = await this.dataSource.transaction(async (manager) => {
      const holds = await end(manager);
      if (holds.length === 0) return { ended: 0, losses: [] };
      const values = [
        holds.map(({ hold_id }) => hold_id),
        holds.map(({ model_id }) => model_id),
        holds.map(({ route_id }) => route_id),
        holds.map(({ supplier_cost_nano }) => supplier_cost_nano),
        reason,
      ];
      return {
        ended: holds.length,
        losses: await manager.query<{ model: string; nano: string }[]>(RELEASE_UNCHARGED, values),
      };
    });
    // Counted after the commit, because a rollback is retried.
    for (const { model, nano } of losses) countLoss(model, reason, BigInt(nano));
    return ended;
  }

  async isCharged(taskId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM ledger_keys WHERE subject = $1 AND kind = 'charge'`,
      [taskId],
    );
    return rows.length > 0;
  }

  private chargeOnce(requestId: string, settlement: unknown[]): Promise<bigint | null> {
    const settle = async () => {
      const [settled] = await this.statements.query<{ charged: string }>(SETTLE, settlement);
      const [charged] = settled ? [settled] : await this.statements.query<{ charged: string }>(CHARGED, [requestId]);
      return charged ? BigInt(charged.charged) : null;
    };
    return retryDuringOutage(settle, {
      forMs: SETTLE_FOR_MS,
      message: 'The outcome of a charge is unknown, and it will be retried',
      logger: this.logger,
    });
  }
}

// Each ends in a SELECT, and locks the customer first: see reservation-statements.ts.
const SETTLE = `
  WITH customer AS (
    SELECT id FROM customers WHERE id = (SELECT customer_id FROM holds WHERE id = $1) FOR NO KEY UPDATE
  ), released AS (
    DELETE FROM holds USING customer WHERE holds.id = $1 AND holds.customer_id = customer.id
    RETURNING customer_id, key_id, task_id, window_starts_at, amount_nano, LEAST(amount_nano, $2::bigint) AS charged_nano
  ), paid AS (
    UPDATE customers SET held_nano = held_nano - released.amount_nano, balance_nano = balance_nano - released.charged_nano,
      ${COUNT_SPENT('released.charged_nano')}
    FROM released WHERE customers.id = released.customer_id
  ), counted AS (
    UPDATE budget_windows SET held_nano = held_nano - released.amount_nano, used_nano = used_nano + released.charged_nano
    FROM released WHERE budget_windows.key_id = released.key_id AND budget_windows.starts_at = released.window_starts_at
  ), written AS (
    INSERT INTO ledger_entries (id, request_id, task_id, customer_id, key_id, window_starts_at, model, account, kind, reason, amount_nano, lines, route_id, supplier_cost_nano)
    SELECT ($7::uuid[])[entry.place], $3, released.task_id, released.customer_id, released.key_id, released.window_starts_at, $4,
      entry.account, entry.kind, CASE entry.kind WHEN 'loss' THEN 'over_hold' END, entry.amount_nano, CASE entry.kind WHEN 'charge' THEN $6::jsonb ELSE '[]' END, $5::uuid,
      CASE entry.kind WHEN 'charge' THEN $8::bigint END
    FROM released CROSS JOIN LATERAL (VALUES
      (1, 'customer', 'charge', -released.charged_nano),
      (2, 'revenue', 'charge', released.charged_nano),
      (3, 'revenue', 'loss', $2::bigint - released.charged_nano),
      (4, 'funding', 'loss', released.charged_nano - $2::bigint)
    ) AS entry (place, account, kind, amount_nano)
    WHERE entry.kind = 'charge' OR entry.amount_nano <> 0
  )
  SELECT charged_nano::text AS charged FROM released`;

const CHARGED = `
  SELECT (-amount_nano)::text AS charged FROM ledger_entries
  WHERE created_at = (SELECT created_at FROM ledger_keys WHERE subject = $1 AND kind = 'charge') AND request_id = $1 AND account = 'customer' AND kind = 'charge'`;

const RELEASE_UNCHARGED = `
  WITH given AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[]) AS given (hold_id, model, route_id, supplier_cost_nano)
  ), customer AS (
    SELECT id FROM customers WHERE id IN (SELECT customer_id FROM holds WHERE id = ANY ($1::uuid[])) ORDER BY id FOR NO KEY UPDATE
  ), released AS (
    DELETE FROM holds USING customer WHERE holds.id = ANY ($1::uuid[]) AND holds.customer_id = customer.id
    RETURNING holds.id, request_id, task_id, customer_id, key_id, window_starts_at, amount_nano
  ), ${GIVE_BACK}, written AS (
    INSERT INTO ledger_entries (id, request_id, task_id, customer_id, key_id, model, account, kind, reason, amount_nano, route_id, supplier_cost_nano)
    SELECT gen_random_uuid(), request_id, task_id, customer_id, key_id, given.model, loss.account, 'loss', $5::text, 0, given.route_id, given.supplier_cost_nano
    FROM released JOIN given ON given.hold_id = released.id CROSS JOIN (VALUES ('revenue'), ('funding')) AS loss (account)
    WHERE given.supplier_cost_nano IS DISTINCT FROM 0
  )
  SELECT given.model, COALESCE(given.supplier_cost_nano, 0)::text AS nano FROM released JOIN given ON given.hold_id = released.id
  WHERE given.supplier_cost_nano IS DISTINCT FROM 0`;
