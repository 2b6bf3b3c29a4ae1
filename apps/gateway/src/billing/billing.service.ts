/*
 * The money of a request, in order:
 *
 * 1. hold     One statement takes the highest possible cost out of what is available (balance − held) and writes the hold.
 *             It names this process, or the image task that it lives with. No row: insufficient_quota, nothing has happened.
 * 2. work     The supplier is asked. No statement is open meanwhile.
 * 3. settle   One statement removes the hold, takes the charge off the balance and writes the ledger rows, before the
 *             answer's last byte. The hold is there once, so whoever removes it is the only one who charges.
 *             The charge is never above the hold: what exceeds it is written as a loss of ours.
 *             Where Postgres goes away before its reply, the statement may have come through: it is repeated, and where the
 *             hold is gone by then, the ledger says whether this request was charged.
 *    release  Or, where nothing is charged: one statement removes the hold and gives the sum back.
 * 4. leftover A release whose outcome is unknown (Postgres went away) is tried again after every beat of the process.
 * 5. reap     The holds of a process that stopped beating are released by the worker (hold-reaper.ts).
 */
import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, type Logger, uuidv7 } from '@shipyard/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../config';
import { insufficientQuota } from './billing.errors';
import { type ChargeLine, lineCostNano, totalCostNano } from './charge';
import { lossNano } from './billing.metrics';
import { ProcessBeatsService } from './process-beats.service';

export type { ChargeLine } from './charge';

/** For how long a charge is tried while Postgres is away: a restart of it passes unseen. */
const SETTLE_FOR_MS = 5_000;
const SETTLE_AGAIN_MS = 250;

export interface HoldRequest {
  customerId: string;
  keyId: string;
  requestId: string;
  /** What the request would cost at most. */
  lines: ChargeLine[];
  /** The hold outlives this process, and lives with the image task. */
  taskId?: string;
}

export interface Charge {
  /** The request that delivers the answer. */
  requestId: string;
  model: string;
  lines: ChargeLine[];
  routeId: string;
}

@Injectable()
export class BillingService {
  private readonly leftovers = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly beats: ProcessBeatsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    beats.onBeat(() => this.releaseLeftovers());
  }

  /** The id of a new hold. Throws insufficient_quota. With `manager`, the hold is part of its transaction. */
  async hold(request: HoldRequest, manager?: EntityManager): Promise<string> {
    const holdId = uuidv7();
    const { customerId, keyId, requestId, taskId } = request;
    try {
      const written = await (manager ?? this.dataSource).query<unknown[]>(HOLD, [
        holdId,
        customerId,
        keyId,
        requestId,
        taskId ?? null,
        taskId === undefined ? this.beats.processId : null,
        totalCostNano(request.lines).toString(),
      ]);
      if (written.length > 0) return holdId;
    } catch (error) {
      if (!manager) this.leftovers.add(holdId);
      throw error;
    }
    throw insufficientQuota();
  }

  /**
   * Charges what a request really cost and ends its hold. The same request is charged once, however often it is settled.
   * Null when the hold is gone without a charge for this request: another one settled it (an image task), it has expired,
   * or this process was taken for dead. Throws when Postgres stays away: whether the charge came through is unknown then.
   */
  async settle(holdId: string, charge: Charge): Promise<{ chargedNano: bigint } | null> {
    const costNano = totalCostNano(charge.lines);
    const lines = charge.lines.map((line) => ({
      unit_type: line.unitType,
      units: line.units,
      unit_price_nano: line.unitPriceNano.toString(),
      amount_nano: lineCostNano(line).toString(),
    }));
    const chargedNano = await this.chargeOnce(charge.requestId, [
      holdId,
      costNano.toString(),
      charge.requestId,
      charge.model,
      charge.routeId,
      JSON.stringify(lines),
      [uuidv7(), uuidv7(), uuidv7(), uuidv7()],
    ]);
    if (chargedNano === null) return null;
    if (chargedNano < costNano) {
      lossNano.inc({ model: charge.model }, Number(costNano - chargedNano));
      this.logger.warn({ model: charge.model, route_id: charge.routeId }, 'A charge was above its hold: the rest is our loss');
    }
    return { chargedNano };
  }

  /** Gives a hold back. Never fails: what cannot be released now is released later. */
  async release(holdId: string): Promise<void> {
    this.leftovers.add(holdId);
    try {
      await this.dataSource.query(RELEASE, [[holdId]]);
      this.leftovers.delete(holdId);
    } catch (error) {
      this.logger.warn({ err: error }, 'A hold could not be released and will be tried again');
    }
  }

  /** Gives holds back as part of a transaction. */
  async releaseWithin(manager: EntityManager, holdIds: string[]): Promise<void> {
    await manager.query(RELEASE, [holdIds]);
  }

  /** Whether an image task has its ledger rows. */
  async isTaskCharged(taskId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('SELECT FROM ledger_entries WHERE task_id = $1 LIMIT 1', [taskId]);
    return rows.length > 0;
  }

  private async chargeOnce(requestId: string, settlement: unknown[]): Promise<bigint | null> {
    const deadline = performance.now() + SETTLE_FOR_MS;
    for (;;) {
      try {
        const [settled] = await this.dataSource.query<{ charged: string }[]>(SETTLE, settlement);
        const [charged] = settled ? [settled] : await this.dataSource.query<{ charged: string }[]>(CHARGED, [requestId]);
        return charged ? BigInt(charged.charged) : null;
      } catch (error) {
        if (!isDatabaseUnavailable(error) || performance.now() >= deadline) throw error;
        this.logger.warn({ err: error }, 'The outcome of a charge is unknown, and it will be tried again');
        await new Promise((resolve) => setTimeout(resolve, SETTLE_AGAIN_MS));
      }
    }
  }

  private async releaseLeftovers(): Promise<void> {
    if (this.leftovers.size === 0) return;
    const holdIds = [...this.leftovers];
    await this.dataSource.query(RELEASE, [holdIds]);
    for (const holdId of holdIds) this.leftovers.delete(holdId);
  }
}

// Each ends in a SELECT, because TypeORM returns the rows of an UPDATE or DELETE in another shape.
const HOLD = `
  WITH funded AS (
    UPDATE customers SET held_nano = held_nano + $7::bigint
    WHERE id = $2 AND balance_nano - held_nano >= $7::bigint
    RETURNING id
  ), written AS (
    INSERT INTO holds (id, customer_id, key_id, request_id, task_id, process_id, amount_nano)
    SELECT $1::uuid, funded.id, $3::uuid, $4, $5::text, $6::uuid, $7::bigint FROM funded
    RETURNING id
  )
  SELECT id FROM written`;

const SETTLE = `
  WITH released AS (
    DELETE FROM holds WHERE id = $1
    RETURNING customer_id, key_id, task_id, amount_nano, LEAST(amount_nano, $2::bigint) AS charged_nano
  ), paid AS (
    UPDATE customers SET held_nano = held_nano - released.amount_nano, balance_nano = balance_nano - released.charged_nano
    FROM released WHERE customers.id = released.customer_id
  ), written AS (
    INSERT INTO ledger_entries (id, request_id, task_id, customer_id, key_id, model, account, kind, amount_nano, lines, route_id)
    SELECT ($7::uuid[])[entry.place], $3, released.task_id, released.customer_id, released.key_id, $4,
      entry.account, entry.kind, entry.amount_nano, CASE entry.kind WHEN 'charge' THEN $6::jsonb ELSE '[]' END, $5::uuid
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
  SELECT (-amount_nano)::text AS charged FROM ledger_entries WHERE request_id = $1 AND account = 'customer' AND kind = 'charge'`;

const RELEASE = `
  WITH released AS (
    DELETE FROM holds WHERE id = ANY ($1::uuid[]) RETURNING customer_id, amount_nano
  ), totals AS (
    SELECT customer_id, sum(amount_nano)::bigint AS amount_nano FROM released GROUP BY customer_id
  ), returned AS (
    UPDATE customers SET held_nano = held_nano - totals.amount_nano FROM totals WHERE customers.id = totals.customer_id
  )
  SELECT FROM released`;
