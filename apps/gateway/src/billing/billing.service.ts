/*
 * The money of a request, in order:
 *
 * 1. reserve  A process reserves money for a key. One statement takes it out of what is available to the customer (balance − held) and
 *             in the key's budget, and writes the reservation. A reservation counts as held and names its process.
 * 2. hold     The highest possible cost of a request is held in memory, from the reservation of its key. If the reservation is too small,
 *             the request waits until it has grown. If the customer or the budget has too little, the surplus of other reservations is
 *             reclaimed. If that does not help, the request fails with insufficient_quota.
 *             A reservation takes a surplus only if it is a small part of the money available. Otherwise it takes what each request needs
 *             and returns the rest when the request ends. Its row is then the sum of the holds of its requests.
 * 3. work     The supplier is called. No statement is open meanwhile.
 * 4. settle   Charges that end at about the same time are written as one batch, before the last bytes of the answers: ledger rows, balance,
 *             budget and reservations. The next batch starts when the previous one is committed. A charge never exceeds its hold; the rest
 *             is written as our loss. If Postgres goes away before its reply, the batch is sent again. Its number makes it idempotent.
 *    release  If nothing is charged, the hold returns to the reservation. If the supplier billed us anyway, the cost is written off as a
 *             loss, which moves no customer's money.
 * 5. return   A reservation returns unused money when it has been idle for 2 s, when its budget window has ended, when another process
 *             reclaims it (checked every 100 ms and with each batch) and when the process stops.
 * 6. confirm  A reservation is unconfirmed after any statement for it failed. It takes no new requests. After the next heartbeat its
 *             row is read and what is left is returned. The same happens to a row whose INSERT committed after this process gave up on it.
 *    keep     A charge that was not written waits in memory, with its hold, until Postgres takes it, unless Postgres refuses this very charge
 *             (write-failure.ts). Its customer gets no hold before that: the next request tries to write it first. Nobody gets a hold
 *             while Postgres takes no writes (processes/database-writes.ts). Losses wait likewise (kept-losses.ts).
 * 7. reap     Other processes release the reservations of a process whose heartbeats stopped (hold-reaper.ts).
 *
 * Image tasks outlive processes, so they have holds of their own (task-holds.service.ts).
 */
import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { withTimeout } from '@shipyard/platform/cancellation';
import { DatabaseUnavailable, retryDuringOutage } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { LOGGER } from '../config';
import { BillingStatements } from '../database/billing-statements';
import { countCharge, countLoss } from './billing.metrics';
import type { LateOutcome } from './kept-charges';
import { KeptLosses, type LossRow } from './kept-losses';
import type { PendingCharge } from './ledger-batch';
import { OpenReservations } from './open-reservations';
import { RECLAIM } from './reservation-statements';
import { BudgetWindowsService, type Payer } from './budget-windows.service';
import { type ChargeLine, type HighestCost, toLedgerLines, totalCostNano } from './charge';
import { FundsReservation } from './funds-reservation';
import type { EstimateReason } from './loss-reason';
import type { Loss, SupplierAttempts } from './supplier-attempts';
import { DatabaseWrites, HeartbeatsService } from '../processes';
import { isPoison } from './write-failure';

export {
  type ChargeLine,
  type HighestCost,
  knownCost,
  lineCostNano,
  supplierCost,
  totalCostNano,
  type Units,
} from './charge';

const RECLAIM_POLL_MS = 25;
const RECLAIM_WITHIN_MS = 2_000;
/** Bridges a restart of Postgres. */
const WRITE_OFF_FOR_MS = 5_000;
/** How long a call waits for the charges of its customer that are kept. */
const KEPT_WITHIN_MS = 1_000;

export interface Hold {
  readonly reservation: FundsReservation;
  readonly amountNano: bigint;
  readonly highest: HighestCost;
  isOpen: boolean;
}

export interface Charge {
  requestId: string;
  model: string;
  lines: ChargeLine[];
  routeId: string;
  supplierCostNano: bigint | null;
  mostNano?: bigint;
  /** Set if the supplier may have billed more than our estimate. */
  estimateReason?: EstimateReason;
  /** The customer has received most of the answer, so it is charged later if Postgres is away. */
  isDelivered?: boolean;
}

@Injectable()
export class BillingService {
  private readonly reservations: OpenReservations;
  private readonly keptLosses: KeptLosses;

  constructor(
    windows: BudgetWindowsService,
    private readonly statements: BillingStatements,
    heartbeats: HeartbeatsService,
    private readonly writes: DatabaseWrites,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.keptLosses = new KeptLosses(statements, logger);
    this.reservations = new OpenReservations(statements, windows, heartbeats.processId, logger, {
      lateCharge: (charge, outcome) => this.lateChargeEnded(charge, outcome),
      writeFailed: (error) => this.writes.doubt(error),
    });
    heartbeats.onHeartbeat(() => this.reservations.lookUpUnconfirmed());
    heartbeats.onHeartbeat(() => this.keptLosses.writeAll());
  }

  /** Returns a promise only if money must be reserved. Throws insufficient_quota, and DatabaseUnavailable. */
  hold(payer: Payer, highest: HighestCost): Hold | Promise<Hold> {
    this.writes.assertTaken();
    if (this.reservations.isKeepingFor(payer.customerId)) return this.holdLater(payer, highest);
    const serving = this.reservations.for(payer);
    return (serving instanceof FundsReservation && this.holdFrom(serving, highest)) || this.holdLater(payer, highest);
  }

  /** The charges that Postgres did not take go first. Throws DatabaseUnavailable if it still does not. */
  private async writeKept(customerId: string): Promise<void> {
    if (!this.reservations.isKeepingFor(customerId)) return;
    // A lock on the customer's row may stop one attempt for long, and calls would gather behind it.
    await withTimeout(this.reservations.writeKept(customerId), KEPT_WITHIN_MS, keptWaiting);
    if (this.reservations.isKeepingFor(customerId)) throw keptWaiting();
  }

  private async holdLater(payer: Payer, highest: HighestCost): Promise<Hold> {
    await this.writeKept(payer.customerId);
    for (;;) {
      const serving = this.reservations.for(payer);
      const reservation = serving instanceof FundsReservation ? serving : await serving;
      const held = this.holdFrom(reservation, highest);
      if (held) return held;
      const amountNano = amountFor(reservation, highest);
      const isHeld = this.reservations.batcherOf(reservation).hold(reservation, amountNano);
      if (await isHeld.catch(throwUnavailable)) return this.held(reservation, amountNano, highest);
      this.reservations.retire(reservation);
    }
  }

  private holdFrom(reservation: FundsReservation, highest: HighestCost): Hold | null {
    const amountNano = amountFor(reservation, highest);
    // Without a surplus, requests that wait for the reservation to grow go first.
    const mayHold = reservation.hasSurplus || !this.reservations.batcherOf(reservation).isReserving(reservation);
    return mayHold && reservation.tryHold(amountNano) ? this.held(reservation, amountNano, highest) : null;
  }

  private held(reservation: FundsReservation, amountNano: bigint, highest: HighestCost): Hold {
    const batcher = this.reservations.batcherOf(reservation);
    if (
      reservation.hasSurplus &&
      reservation.freeNano * 2n < reservation.reserveNano &&
      !batcher.isReserving(reservation)
    )
      batcher.topUp(reservation);
    return { reservation, amountNano, highest, isOpen: true };
  }

  /** Returns null if the hold is gone. If Postgres does not take it, it throws, and a delivered answer is charged later. */
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
      isCharged = await this.reservations.batcherOf(reservation).charge(sent);
    } catch (error) {
      // The batcher keeps this charge and ends the hold itself.
      if (sent.isKept) hold.isOpen = false;
      else if (sent.isDelivered) this.writeOffLate(sent, 'hold_lost');
      return throwUnavailable(error);
    }
    hold.isOpen = false;
    reservation.usedAt = performance.now();
    if (!isCharged) return null;
    countCharge(charge, chargedNano);
    countLossOf(charge.model, costNano - chargedNano, charge.estimateReason);
    if (chargedNano === costNano) return { chargedNano };
    this.logger.warn(
      { request_id: charge.requestId, model: charge.model, route_id: charge.routeId },
      'A charge exceeded its hold: the excess is recorded as a loss',
    );
    return { chargedNano };
  }

  private lateChargeEnded(charge: PendingCharge, outcome: LateOutcome): void {
    const { requestId, model, routeId, lines, chargedNano, costNano, estimateReason } = charge;
    const facts = { request_id: requestId, model, route_id: routeId, charged_nano: chargedNano.toString() };
    if (outcome !== 'charged') {
      if (outcome === 'undelivered') this.logger.info(facts, 'A kept charge was dropped: nobody received the answer');
      else
        this.logger.error(
          { ...facts, outcome },
          'A kept charge was refused: the delivered answer is recorded as a loss',
        );
      this.writeOffLate(charge, outcome === 'undelivered' ? 'undelivered' : 'hold_lost');
      return;
    }
    this.logger.info(facts, 'A kept charge was written');
    countCharge(
      { model, routeId, lines: lines.map(({ unit_type, units }) => ({ unitType: unit_type, units })) },
      chargedNano,
    );
    countLossOf(model, costNano - chargedNano, estimateReason);
  }

  private writeOffLate(
    { reservation: { customerId, keyId }, requestId, model, routeId, supplierCostNano }: PendingCharge,
    reason: Loss['reason'],
  ): void {
    void this.writeOff({ customerId, keyId, budget: null }, { requestId, model, routeId, supplierCostNano, reason });
  }

  release(hold: Hold): void {
    if (!hold.isOpen) return;
    hold.isOpen = false;
    hold.reservation.release(hold.amountNano);
    if (hold.reservation.returnableNano > 0n && !hold.reservation.isUnconfirmed)
      this.reservations.batcherOf(hold.reservation).returnUnused(hold.reservation);
  }

  /** Writes a loss for each attempt that nobody pays for. Never fails. */
  async writeOffUnpaid(payer: Payer, attempts: SupplierAttempts): Promise<void> {
    for (const loss of attempts.losses) await this.writeOff(payer, loss);
  }

  /** Never fails: if Postgres does not take it, it is kept. */
  async writeOff(
    { customerId, keyId }: Payer,
    { requestId, model, routeId, supplierCostNano, reason }: Loss,
  ): Promise<void> {
    if (supplierCostNano === 0n) return;
    countLoss(model, reason, supplierCostNano ?? 0n);
    const loss: LossRow = {
      request_id: requestId,
      customer_id: customerId,
      key_id: keyId,
      model,
      route_id: routeId,
      supplier_cost_nano: supplierCostNano?.toString() ?? null,
      reason,
    };
    const forMs = this.writes.areTaken ? WRITE_OFF_FOR_MS : 0;
    const message = 'A loss could not be recorded, and will be retried';
    try {
      await retryDuringOutage(() => this.keptLosses.write(loss), { forMs, message, logger: this.logger });
    } catch (error) {
      if (!isPoison(error)) this.writes.doubt(error);
      this.keptLosses.keep(loss, error);
    }
  }

  /** Makes a change of the customer's money in the customer's queue. It must be a write, and no longer than one. */
  async inTurn<Result>(
    customerId: string,
    change: (statements: Pick<BillingStatements, 'query'>) => Promise<Result>,
  ): Promise<Result> {
    this.writes.assertTaken();
    await this.writeKept(customerId);
    return this.reservations.batcherOf({ customerId }).inTurn(change);
  }

  /** Waits for at most 2 s. */
  async reclaimSurplus(customerId: string): Promise<void> {
    const deadline = performance.now() + RECLAIM_WITHIN_MS;
    while ((await this.statements.query(RECLAIM, [customerId])).length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, RECLAIM_POLL_MS));
    }
  }

  /** Call it when no request is in flight. */
  async stop(): Promise<void> {
    await this.reservations.stop();
    await this.keptLosses.writeAll();
    this.keptLosses.lose();
  }
}

const keptWaiting = () => new DatabaseUnavailable('Charges of this customer wait for Postgres');

/** Any failure but a refusal and poison is one of Postgres: 503. */
function throwUnavailable(error: unknown): never {
  if (error instanceof HttpError || isPoison(error)) throw error;
  throw new DatabaseUnavailable('Postgres did not take a change of money', { cause: error });
}

function countLossOf(model: string, excessNano: bigint, estimateReason: EstimateReason | undefined): void {
  if (excessNano > 0n) countLoss(model, 'over_hold', excessNano);
  else if (estimateReason) countLoss(model, estimateReason, 0n);
}

const amountFor = (reservation: FundsReservation, highest: HighestCost) =>
  reservation.hasSurplus && reservation.freeNano >= highest.mostNano ? highest.mostNano : highest.exactNano();

const lesser = (one: bigint, other: bigint) => (one < other ? one : other);
