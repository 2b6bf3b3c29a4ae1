/*
 * The money of a request, in order:
 *
 * 1. block    A process takes money for a key in blocks: one statement takes it out of what is available of the customer (balance − held)
 *             and of the key's budget together, and writes the block. A block counts as held, and names this process.
 * 2. hold     The highest possible cost of a request is taken from its key's block, in memory. Where the block has too little, the
 *             request waits for the block to take more. Where the customer or the budget has too little, spare money of other blocks is
 *             recalled; if that does not help: insufficient_quota, nothing has happened.
 *             A block takes more than it needs only where that is a small part of what there is. Near the end it takes what each request
 *             needs and gives the rest back when the request ends: then its row is the sum of its requests' holds.
 * 3. work     The supplier is asked. No statement is open meanwhile.
 * 4. settle   The charges of all requests that end at about the same time are one statement, a turn: ledger rows, balance, budget and
 *             blocks, before the answers' last bytes. The next turn leaves when the one before is on disk. The charge is never above the
 *             hold: what exceeds it is written as a loss of ours. Where Postgres goes away before its reply, the turn is sent again:
 *             it has a number, and comes through once.
 *    release  Or, where nothing is charged: the hold goes back to the block. What a supplier took all the same is written off: rows of a loss that
 *             move no customer's money and name the supplier's cost.
 * 5. return   A block gives back what no request holds when it has been idle for 2 s, when its budget's window has ended, when another
 *             process wants it (it looks every 100 ms, and at each turn) and when the process ends.
 * 6. doubt    A block of which nobody knows what is on disk (Postgres went away) is retired; after the next beat its row is read,
 *             and what is left in it given back. So it goes with a block that was opened on disk after this process had given up on it.
 *    keep     The charge for what a customer has had waits in memory, with its hold, until Postgres is back (kept-charges.ts).
 * 7. reap     The blocks of a process whose heartbeats stopped are released by the others (hold-reaper.ts).
 *
 * Image tasks outlive processes: they have holds of their own (task-holds.service.ts).
 */
import { Inject, Injectable } from '@nestjs/common';
import { type Logger, retryDuringOutage, uuidv7, violatedConstraint } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';
import { BillingStatements } from '../database/billing-statements';
import { LongReads } from '../database/long-reads';
import type { KeyHolder } from '../keys/keys.service';
import { countCharge, countLoss } from './billing.metrics';
import { LedgerBatcher, type PendingCharge } from './ledger-batcher';
import { COUNT_WINDOW, FIND_RESERVATIONS, FIND_COUNT, FIND_RECLAIMED, FIND_WINDOW, LOCK_CUSTOMER, RECLAIM, SUM_CHARGES, WRITE_OFF } from './reservation-statements';
import { budgetWindow } from './budget-window';
import { type ChargeLine, type HighestCost, toLedgerLines, totalCostNano } from './charge';
import { FundsReservation } from './funds-reservation';
import { HotCustomers } from './hot-customers';
import type { EstimateReason, LossReason } from './loss-reason';
import { HeartbeatsService } from '../processes/heartbeats.service';

export { type ChargeLine, type HighestCost, knownCost, lineCostNano, supplierCost, totalCostNano } from './charge';

/** Customers are spread over so many lanes, so that one whose row is locked holds up few others; and so many hot ones have one for themselves. */
const SHARED_BATCHERS = 4;
const DEDICATED_BATCHERS = 4;
/** For how long a process that ends waits for Postgres to write the charges that it keeps. */
const KEPT_AT_STOP_MS = 10_000;
/** A count of a month's charges for a new budget: the requests of its key wait for it, and no others. */
const COUNT_LIMIT_MS = 60_000;
const TICK_MS = 100;
const IDLE_MS = 2_000;
const RECLAIM_WITHIN_MS = 2_000;
/** For how long a loss is tried to be written while Postgres is away: a restart of it passes unseen. */
const WRITE_OFF_FOR_MS = 5_000;

/** Whose money is held. */
export type Payer = Pick<KeyHolder, 'customerId' | 'keyId' | 'budget'>;

/** What one request may cost, taken out of its key's block. */
export interface Hold {
  readonly reservation: FundsReservation;
  readonly amountNano: bigint;
  readonly highest: HighestCost;
  isOpen: boolean;
}

export interface Charge {
  /** The request that delivers the answer. */
  requestId: string;
  model: string;
  lines: ChargeLine[];
  routeId: string;
  /** What the supplier takes for it; null: not known. */
  supplierCostNano: bigint | null;
  /** The most that is charged; left out: the hold. */
  mostNano?: bigint;
  /** Set where the lines are estimates of ours and the supplier may have billed more. */
  estimateReason?: EstimateReason;
  /** The customer has had it, or the most of it: it is charged even where its request fails because Postgres is away. */
  isDelivered?: boolean;
}

/** What a supplier took, or may have, for a request that gave nothing. */
export interface Loss extends Pick<Charge, 'requestId' | 'model' | 'routeId' | 'supplierCostNano'> {
  reason: Extract<LossReason, 'hold_lost' | 'undelivered'>;
}

@Injectable()
export class BillingService {
  private readonly reservations = new Set<FundsReservation>();
  /** The block that serves a key now, and the budget that it was opened for. */
  private readonly serving = new Map<string, { reservation: Promise<FundsReservation> | FundsReservation; terms: string }>();
  private readonly hot = new HotCustomers(SHARED_BATCHERS, DEDICATED_BATCHERS);
  private readonly batchers: LedgerBatcher[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: BillingStatements,
    private readonly longReads: LongReads,
    private readonly heartbeats: HeartbeatsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const onLateCharge = (charge: PendingCharge, isCharged: boolean) => this.lateChargeEnded(charge, isCharged);
    this.batchers = Array.from({ length: SHARED_BATCHERS + DEDICATED_BATCHERS }, () => new LedgerBatcher(statements, heartbeats.processId, logger, onLateCharge));
    heartbeats.onHeartbeat(() => this.lookUpUnconfirmed());
  }

  /**
   * Holds what a request would cost at most, and while there is plenty, more, rather than find out what that is. A promise only where its block must
   * take more first. Throws insufficient_quota.
   */
  hold(payer: Payer, highest: HighestCost): Hold | Promise<Hold> {
    const serving = this.reservationFor(payer);
    return (serving instanceof FundsReservation && this.holdFrom(serving, highest)) || this.holdLater(payer, highest);
  }

  private async holdLater(payer: Payer, highest: HighestCost): Promise<Hold> {
    for (;;) {
      const serving = this.reservationFor(payer);
      const reservation = serving instanceof FundsReservation ? serving : await serving;
      const held = this.holdFrom(reservation, highest);
      if (held) return held;
      const amountNano = amountFor(reservation, highest);
      if (await this.batcherOf(reservation).hold(reservation, amountNano)) return this.held(reservation, amountNano, highest);
      this.retire(reservation);
    }
  }

  private holdFrom(reservation: FundsReservation, highest: HighestCost): Hold | null {
    const amountNano = amountFor(reservation, highest);
    // Only near the end must nobody be overtaken who waits for the block to take more.
    const mayHold = reservation.hasSurplus || !this.batcherOf(reservation).isReserving(reservation);
    return mayHold && reservation.tryHold(amountNano) ? this.held(reservation, amountNano, highest) : null;
  }

  private held(reservation: FundsReservation, amountNano: bigint, highest: HighestCost): Hold {
    const batcher = this.batcherOf(reservation);
    if (reservation.hasSurplus && reservation.freeNano * 2n < reservation.reserveNano && !batcher.isReserving(reservation)) batcher.topUp(reservation);
    return { reservation, amountNano, highest, isOpen: true };
  }

  /**
   * Charges what a request really cost and ends its hold. Null when the hold is gone, because this process was taken for dead.
   * Throws when Postgres stays away: whether the charge came through is unknown then. What was delivered is charged later, and its hold stays for that.
   */
  async settle(hold: Hold, charge: Charge): Promise<{ chargedNano: bigint } | null> {
    if (!hold.isOpen) throw new Error('A hold was settled twice');
    const { reservation, amountNano, highest } = hold;
    const costNano = totalCostNano(charge.lines);
    const coveredNano = costNano <= highest.leastNano ? costNano : lesser(costNano, highest.exactNano());
    const chargedNano = charge.mostNano === undefined ? coveredNano : lesser(coveredNano, charge.mostNano);
    const sent: PendingCharge = {
      reservation,
      heldNano: amountNano,
      costNano,
      chargedNano,
      requestId: charge.requestId,
      model: charge.model,
      routeId: charge.routeId,
      lines: toLedgerLines(charge.lines),
      supplierCostNano: charge.supplierCostNano,
      estimateReason: charge.estimateReason,
      isDelivered: charge.isDelivered ?? false,
      isKept: false,
    };
    let isCharged: boolean;
    try {
      isCharged = await this.batcherOf(reservation).charge(sent);
    } catch (error) {
      // The lane has what it keeps, and ends the hold itself.
      if (sent.isKept) hold.isOpen = false;
      throw error;
    }
    hold.isOpen = false;
    reservation.usedAt = performance.now();
    if (!isCharged) return null;
    countCharge(charge, chargedNano);
    countLossOf(charge.model, costNano - chargedNano, charge.estimateReason);
    if (chargedNano === costNano) return { chargedNano };
    this.logger.warn({ request_id: charge.requestId, model: charge.model, route_id: charge.routeId }, 'A charge was above its hold: the rest is our loss');
    return { chargedNano };
  }

  /** What became of a charge that was kept while Postgres was away. */
  private lateChargeEnded({ reservation, requestId, model, routeId, lines, chargedNano, costNano, supplierCostNano, estimateReason }: PendingCharge, isCharged: boolean): void {
    const facts = { request_id: requestId, model, route_id: routeId, charged_nano: chargedNano.toString() };
    if (!isCharged) {
      this.logger.error(facts, 'The hold of a kept charge was gone: what was delivered is our loss');
      void this.writeOff({ customerId: reservation.customerId, keyId: reservation.keyId, budget: null }, { requestId, model, routeId, supplierCostNano, reason: 'hold_lost' });
      return;
    }
    this.logger.info(facts, 'A kept charge was written');
    countCharge({ model, routeId, lines: lines.map(({ unit_type, units }) => ({ unitType: unit_type, units })) }, chargedNano);
    countLossOf(model, costNano - chargedNano, estimateReason);
  }

  /** Gives a hold back, unless it has ended. Never fails. */
  release(hold: Hold): void {
    if (!hold.isOpen) return;
    hold.isOpen = false;
    hold.reservation.release(hold.amountNano);
    if (hold.reservation.returnableNano > 0n && !hold.reservation.isUnconfirmed) this.batcherOf(hold.reservation).returnUnused(hold.reservation);
  }

  /** Writes down, once a request, what nobody pays for. Never fails: where Postgres stays away, the log has it. */
  async writeOff({ customerId, keyId }: Payer, { requestId, model, routeId, supplierCostNano, reason }: Loss): Promise<void> {
    if (supplierCostNano === 0n) return;
    countLoss(model, reason, supplierCostNano ?? 0n);
    const facts = { request_id: requestId, model, route_id: routeId, supplier_cost_nano: supplierCostNano?.toString() ?? null, reason };
    const values = [requestId, customerId, keyId, model, routeId, facts.supplier_cost_nano, reason];
    const message = 'A loss could not be written down, and will be tried again';
    try {
      await retryDuringOutage(() => this.statements.query(WRITE_OFF, values), { forMs: WRITE_OFF_FOR_MS, message, logger: this.logger });
    } catch (error) {
      // An attempt whose reply was lost has come through meanwhile.
      if (violatedConstraint(error) === 'ledger_keys_pkey') return;
      this.logger.error({ ...facts, err: error }, 'A loss could not be written down');
    }
  }

  /** Has all processes give back what no request holds of a customer's money, and waits until they have, for 2 s at most. */
  async reclaimSurplus(customerId: string): Promise<void> {
    const deadline = performance.now() + RECLAIM_WITHIN_MS;
    while ((await this.statements.query(RECLAIM, [customerId])).length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS / 4));
    }
  }

  /**
   * Begins the count of the budget's window where this is its first use since the budget has been as it is. Null: no budget. What was
   * held before a change of the budget and is charged after it counts where it was held. Charges wait only while the last seconds are counted: what was
   * written before is summed without a lock.
   */
  async openWindow({ customerId, keyId, budget }: Payer, now = new Date()): Promise<{ startsAt: Date; endsAt: Date } | null> {
    if (!budget) return null;
    const window = budgetWindow(budget.period, budget.timeZone, now);
    const known = await this.statements.query(FIND_WINDOW, [keyId, window.startsAt]);
    if (known.length > 0) return window;
    const count = await this.countOf(keyId);
    if (!count) return window;
    const { until, at, changedAt } = count;
    const [spent] = await this.longReads.read({ limitMs: COUNT_LIMIT_MS }, (ask) => ask<Spent>(SUM_CHARGES, [keyId, window.startsAt, changedAt, until]));
    await this.dataSource.transaction(async (manager) => {
      await manager.query(LOCK_CUSTOMER, [customerId]);
      await manager.query(COUNT_WINDOW, [keyId, window.startsAt, changedAt, until, spent?.used ?? '0', spent?.carried ?? '0', at]);
    });
    return window;
  }

  /** What a key has spent of its budget in the window that is now. Null: no budget. */
  async budgetUse({ keyId, budget }: Pick<Payer, 'keyId' | 'budget'>, now = new Date()): Promise<{ usedNano: bigint; endsAt: Date } | null> {
    if (!budget) return null;
    const { startsAt, endsAt } = budgetWindow(budget.period, budget.timeZone, now);
    const [counted] = await this.statements.query<{ used: string }>(FIND_WINDOW, [keyId, startsAt]);
    if (counted) return { usedNano: BigInt(counted.used), endsAt };
    const { changedAt } = (await this.countOf(keyId)) ?? { changedAt: '-infinity' };
    const [spent] = await this.longReads.read({ limitMs: COUNT_LIMIT_MS }, (ask) => ask<Spent>(SUM_CHARGES, [keyId, startsAt, changedAt, 'infinity']));
    return { usedNano: BigInt(spent?.used ?? 0), endsAt };
  }

  private async countOf(keyId: string) {
    const [count] = await this.statements.query<{ until: string; at: string; changedAt: string }>(FIND_COUNT, [keyId]);
    return count;
  }

  /** Gives all blocks back. To be called once no request is in flight any more. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    for (const reservation of this.reservations) this.returnUnused(reservation);
    await Promise.all(this.batchers.map((batcher) => batcher.end(KEPT_AT_STOP_MS)));
    for (const reservation of this.reservations) this.returnUnused(reservation);
    for (const batcher of this.batchers) await batcher.idle();
    await this.closeEmpty([...this.reservations]);
  }

  private reservationFor(payer: Payer): FundsReservation | Promise<FundsReservation> {
    const { budget, keyId } = payer;
    const terms = budget ? `${budget.period} ${budget.timeZone}` : '';
    const serving = this.serving.get(keyId);
    if (serving?.terms === terms) {
      const { reservation } = serving;
      if (!(reservation instanceof FundsReservation)) return reservation;
      if (!reservation.isGone && !reservation.isUnconfirmed && !reservation.isRetired && Date.now() < reservation.endsAt) return reservation;
    }
    if (serving?.reservation instanceof FundsReservation) this.retire(serving.reservation);
    const reservation = budget ? this.openForBudget(payer, terms) : this.open(payer, null, Infinity);
    this.serving.set(keyId, { reservation, terms });
    return reservation;
  }

  private async openForBudget(payer: Payer, terms: string): Promise<FundsReservation> {
    try {
      const window = await this.openWindow(payer);
      const reservation = this.open(payer, window?.startsAt ?? null, window?.endsAt.getTime() ?? Infinity);
      if (this.serving.get(payer.keyId)?.terms === terms) this.serving.set(payer.keyId, { reservation, terms });
      return reservation;
    } catch (error) {
      this.serving.delete(payer.keyId);
      throw error;
    }
  }

  private open({ customerId, keyId }: Payer, windowStartsAt: Date | null, endsAt: number): FundsReservation {
    const reservation = new FundsReservation(uuidv7(), customerId, keyId, windowStartsAt, endsAt, this.hot.batcherOf(customerId));
    this.reservations.add(reservation);
    this.tickLater();
    return reservation;
  }

  /** Has no new requests of a block, which may still have to end some. */
  private retire(reservation: FundsReservation): void {
    reservation.isRetired = true;
    if (this.serving.get(reservation.keyId)?.reservation === reservation) this.serving.delete(reservation.keyId);
  }

  private batcherOf(reservation: FundsReservation): LedgerBatcher {
    const batcher = this.batchers[reservation.batcher];
    if (!batcher) throw new Error('There is no batcher of this number');
    return batcher;
  }

  private tickLater(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      void this.tick()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'Idle holds could not be given back'))
        .finally(() => {
          this.timer = undefined;
          if (this.reservations.size > 0) this.tickLater();
        });
    }, TICK_MS);
    this.timer.unref();
  }

  private async tick(): Promise<void> {
    const now = performance.now();
    const reservations = [...this.reservations];
    const moved = this.hot.rebalance(reservations);
    // What their blocks have begun they end where they are.
    for (const reservation of reservations) if (moved.has(reservation.customerId)) this.retire(reservation);
    for (const reservation of reservations) {
      const isIdle = now - reservation.usedAt >= IDLE_MS;
      if (reservation.isGone) this.reservations.delete(reservation);
      if (isIdle || reservation.isRetired || Date.now() >= reservation.endsAt) this.returnUnused(reservation);
    }
    await this.closeEmpty(reservations.filter((reservation) => now - reservation.usedAt >= IDLE_MS && !reservation.isGone));
    if (!reservations.some(({ hasSurplus }) => hasSurplus)) return;
    const reclaimed = await this.statements.query<{ id: string }>(FIND_RECLAIMED, [this.heartbeats.processId]);
    for (const { id } of reclaimed) {
      const reservation = reservations.find((each) => each.id === id);
      if (reservation) this.returnUnused(reservation);
    }
  }

  private returnUnused(reservation: FundsReservation): void {
    if (!reservation.isStored || reservation.isGone || reservation.isUnconfirmed) return;
    const hadSurplus = reservation.hasSurplus;
    reservation.hasSurplus = false;
    if (hadSurplus || reservation.returnableNano > 0n) this.batcherOf(reservation).returnUnused(reservation);
  }

  private async closeEmpty(reservations: FundsReservation[]): Promise<void> {
    const empty = reservations.filter(
      (reservation) => reservation.amountNano === 0n && reservation.openHolds === 0 && !reservation.isUnconfirmed && !reservation.hasSurplus && !this.batcherOf(reservation).isReserving(reservation),
    );
    // All at once: while the rows of one lane are removed, a request must not take money into a block of the next.
    for (const reservation of empty) reservation.isGone = true;
    for (const batcher of this.batchers) {
      const ofBatcher = empty.filter((reservation) => this.batcherOf(reservation) === batcher);
      if (ofBatcher.length > 0) await batcher.close(ofBatcher);
    }
    for (const reservation of empty) {
      this.retire(reservation);
      this.reservations.delete(reservation);
    }
  }

  private async lookUpUnconfirmed(): Promise<void> {
    const rows = await this.statements.query<Pick<FundsReservation, 'id' | 'customerId' | 'keyId' | 'windowStartsAt'>>(FIND_RESERVATIONS, [this.heartbeats.processId]);
    // Afterwards: what was opened meanwhile is known by now.
    const known = new Set([...this.reservations].map(({ id }) => id));
    for (const { id, customerId, keyId, windowStartsAt } of rows) {
      if (known.has(id)) continue;
      const reservation = new FundsReservation(id, customerId, keyId, windowStartsAt, Infinity, this.hot.batcherOf(customerId));
      reservation.isUnconfirmed = true;
      this.reservations.add(reservation);
      this.tickLater();
    }
    for (const reservation of this.reservations) {
      if (reservation.isUnconfirmed && !reservation.isGone) this.batcherOf(reservation).returnUnused(reservation);
    }
  }
}

function countLossOf(model: string, excessNano: bigint, estimateReason: EstimateReason | undefined): void {
  if (excessNano > 0n) countLoss(model, 'over_hold', excessNano);
  else if (estimateReason) countLoss(model, estimateReason, 0n);
}

/** What a key has spent in a window, and how much of it no charge of that window stands for. */
interface Spent {
  used: string;
  carried: string;
}

const amountFor = (reservation: FundsReservation, highest: HighestCost) => (reservation.hasSurplus && reservation.freeNano >= highest.mostNano ? highest.mostNano : highest.exactNano());

const lesser = (one: bigint, other: bigint) => (one < other ? one : other);
