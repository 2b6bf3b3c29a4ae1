import { isDatabaseUnavailable, retryDuringOutage } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import { MOST_NANO } from '../money';
import { insufficientQuota } from './billing.errors';
import { DELETE_EMPTY_RESERVATIONS, READ_RESERVATIONS, RESERVE_FUNDS, WRITE_BATCH } from './reservation-statements';
import type { LedgerLine } from './charge';
import type { EstimateReason } from './loss-reason';
import type { FundsReservation, PlannedBatch } from './funds-reservation';
import { KeptCharges } from './kept-charges';

/** Bridges a restart of Postgres. */
const BATCH_RETRY_MS = 5_000;
/** How long a request waits for surplus to be reclaimed, and how often it checks. */
const RECLAIM_WAIT_MS = 2_000;
const RECHECK_MS = 20;
const RECOVERY_INTERVAL_MS = 1_000;
const MAX_CHARGES_PER_BATCH = 500;
/** A surplus covers this many requests, if that is at most 1/64 of the available money, and at least the minimum. */
const SURPLUS_REQUESTS = 2_048n;
const MIN_SURPLUS_REQUESTS = 16n;

export interface PendingCharge {
  reservation: FundsReservation;
  heldNano: bigint;
  costNano: bigint;
  chargedNano: bigint;
  requestId: string;
  model: string;
  routeId: string;
  lines: LedgerLine[];
  supplierCostNano: bigint | null;
  estimateReason?: EstimateReason | undefined;
  /** If Postgres stays away, the request fails and is charged later. */
  isDelivered: boolean;
  isKept: boolean;
}

interface Waiter {
  costNano: bigint;
  waitsSince: number;
  resolve: (isHeld: boolean) => void;
  reject: (error: unknown) => void;
}

interface Queued {
  charge: PendingCharge;
  resolve: (isCharged: boolean) => void;
  reject: (error: unknown) => void;
}
type Found = { id: string; reclaimed: boolean }[];

/** One statement at a time, so that no reservation is in two, and one commit serves many requests. */
export class LedgerBatcher {
  private readonly charges: Queued[] = [];
  private readonly returning = new Set<FundsReservation>();
  private readonly waiting = new Map<FundsReservation, Waiter[]>();
  private readonly awaitingReclaim = new Set<FundsReservation>();
  private running: Promise<void> | undefined;
  private readonly kept: KeptCharges;
  private recovery: NodeJS.Timeout | undefined;
  private isRecoveryDue = false;

  /** `onLateCharge` receives each kept charge with its outcome: written, or its reservation was gone. */
  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly processId: string,
    private readonly logger: Logger,
    onLateCharge: (charge: PendingCharge, isCharged: boolean) => void,
  ) {
    this.kept = new KeptCharges(statements, logger, onLateCharge);
  }

  /**
   * Returns false if the reservation is gone. Throws if the outcome is unknown or the charge cannot be written. The
   * batcher then owns a kept charge and its hold.
   */
  charge(charge: PendingCharge): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.charges.push({ charge, resolve, reject });
      this.wake();
    });
  }

  /** Returns false if the reservation is gone; use another one then. Throws insufficient_quota. */
  hold(reservation: FundsReservation, costNano: bigint): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waitersOf(reservation).push({ costNano, waitsSince: performance.now(), resolve, reject });
      this.wake();
    });
  }

  topUp(reservation: FundsReservation): void {
    this.waitersOf(reservation);
    this.wake();
  }

  isReserving(reservation: FundsReservation): boolean {
    return this.waiting.has(reservation);
  }

  returnUnused(reservation: FundsReservation): void {
    this.returning.add(reservation);
    this.wake();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async end(forMs: number): Promise<void> {
    const deadline = performance.now() + forMs;
    await this.idle();
    while (this.kept.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
      await this.idle();
    }
    clearTimeout(this.recovery);
    this.kept.lose();
  }

  async close(reservations: FundsReservation[]): Promise<void> {
    await this.statements.query(DELETE_EMPTY_RESERVATIONS, [reservations.map(({ id }) => id)]);
  }

  private waitersOf(reservation: FundsReservation): Waiter[] {
    const waiters = this.waiting.get(reservation) ?? [];
    this.waiting.set(reservation, waiters);
    return waiters;
  }

  private wake(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.hasWork()) this.wake();
    });
  }

  private hasWork(): boolean {
    return (
      this.charges.length > 0 ||
      this.returning.size > 0 ||
      this.isRecoveryDue ||
      this.waiting.size > this.awaitingReclaim.size
    );
  }

  private async run(): Promise<void> {
    while (this.hasWork()) {
      // Charges of the same moment go into one batch.
      await new Promise(setImmediate);
      if (this.charges.length > 0 || this.returning.size > 0 || this.isRecoveryDue) await this.writeNextBatch();
      for (const [reservation, waiters] of [...this.waiting]) {
        if (!this.awaitingReclaim.has(reservation)) await this.reserve(reservation, waiters.splice(0));
      }
    }
  }

  private async writeNextBatch(): Promise<void> {
    const charges = this.charges.splice(0, MAX_CHARGES_PER_BATCH);
    const reservations = new Set(this.returning);
    for (const { charge } of charges) reservations.add(charge.reservation);
    this.returning.clear();
    this.isRecoveryDue = false;
    await this.writeBatch([...reservations], charges);
  }

  private async writeBatch(reservations: FundsReservation[], charges: Queued[]): Promise<void> {
    let plans: Map<FundsReservation, PlannedBatch> | undefined;
    try {
      const send = async () => {
        if (!plans) {
          await this.recover();
          await this.readUnconfirmed(reservations);
          plans = planBatches(reservations, charges);
        }
        return plans.size === 0
          ? []
          : this.statements.query<Found[number]>(WRITE_BATCH, batchParameters(plans, charges));
      };
      const message = 'The outcome of a turn of holds is unknown, and it will be tried again';
      const forMs = reservations.length > 0 ? BATCH_RETRY_MS : 0;
      const found = await retryDuringOutage(send, { forMs, message, logger: this.logger, isPassing });
      if (plans) this.batchCommitted(plans, found);
      for (const { charge, resolve } of charges) resolve(!charge.reservation.isGone);
    } catch (error) {
      for (const reservation of plans?.keys() ?? []) reservation.batchFailed();
      await this.failed(reservations, charges, error);
      this.recoverLater();
    }
  }

  private recoverLater(): void {
    if (this.kept.size === 0 || this.recovery) return;
    this.recovery = setTimeout(() => {
      this.recovery = undefined;
      this.isRecoveryDue = true;
      this.wake();
    }, RECOVERY_INTERVAL_MS);
  }

  /** Finds out which kept charges were committed. The others go into the next batch, from their open holds. */
  private async recover(): Promise<void> {
    if (this.kept.size === 0) return;
    await this.readUnconfirmed([...this.kept.reservations]);
    for (const charge of await this.kept.recover()) {
      const resolve = (isCharged: boolean) => this.kept.end(charge, isCharged);
      this.charges.push({ charge, resolve, reject: (error) => this.kept.fail(charge, error) });
    }
  }

  private batchCommitted(plans: Map<FundsReservation, PlannedBatch>, found: Found): void {
    const reclaimed = new Map(found.map((row) => [row.id, row.reclaimed]));
    for (const [reservation, planned] of plans) {
      if (!reclaimed.has(reservation.id)) {
        reservation.isGone = true;
        continue;
      }
      reservation.batchCommitted(planned);
      const isReclaimed = reservation.hasSurplus && reclaimed.get(reservation.id) === true;
      if (isReclaimed) reservation.hasSurplus = false;
      // Needed even if there is nothing to return: others wait as long as the row says that there is a surplus.
      if (isReclaimed || reservation.returnableNano > 0n) this.returning.add(reservation);
    }
  }

  /** If one charge is at fault, the others are written without it. */
  private async failed(reservations: FundsReservation[], charges: Queued[], error: unknown): Promise<void> {
    if (charges.length > 1 && !isPassing(error)) {
      for (const queued of charges) await this.writeBatch([queued.charge.reservation], [queued]);
      return;
    }
    if (reservations.length > 0 && (isPassing(error) || charges.length === 0)) {
      for (const reservation of reservations) reservation.isUnconfirmed = true;
      this.logger.warn({ err: error }, 'The outcome of a turn of holds is unknown, and will be looked up');
    }
    for (const { charge, reject } of charges) {
      const wasKept = charge.isKept;
      const isKept = isPassing(error) && this.kept.add(charge);
      if (!wasKept || !isKept) reject(error);
    }
  }

  private async readUnconfirmed(reservations: FundsReservation[]): Promise<void> {
    const unconfirmed = reservations.filter(({ isUnconfirmed, isGone }) => isUnconfirmed && !isGone);
    if (unconfirmed.length === 0) return;
    const rows = await this.statements.query<{ id: string; amount: string; batchNumber: string }>(READ_RESERVATIONS, [
      unconfirmed.map(({ id }) => id),
      unconfirmed.map(({ batchNumber }) => batchNumber + 1),
    ]);
    for (const reservation of unconfirmed) {
      const row = rows.find(({ id }) => id === reservation.id);
      if (row) reservation.loadStored(BigInt(row.amount), Number(row.batchNumber));
      else reservation.isGone = true;
      // It takes no new requests and only ends those it has.
      reservation.hasSurplus = false;
      reservation.isRetired = true;
    }
  }

  private async reserve(reservation: FundsReservation, waiters: Waiter[]): Promise<void> {
    if (reservation.isGone || reservation.isUnconfirmed) {
      this.replaceWaiters(reservation, waiters, (waiter) => waiter.resolve(false));
      return;
    }
    try {
      const [row] = await this.statements.query<ReserveRow>(
        RESERVE_FUNDS,
        this.reserveParameters(reservation, waiters),
      );
      if (!row) {
        reservation.isGone = true;
        this.replaceWaiters(reservation, waiters, (waiter) => waiter.resolve(false));
        return;
      }
      this.applyReserved(reservation, waiters, row);
    } catch (error) {
      if (isDeadlock(error) && waiters.every(({ waitsSince }) => performance.now() - waitsSince < BATCH_RETRY_MS)) {
        // Postgres rolled back, so the statement can be repeated.
        this.replaceWaiters(reservation, [], () => undefined, waiters);
        return;
      }
      reservation.isUnconfirmed = reservation.isStored || isPassing(error);
      this.replaceWaiters(reservation, waiters, (waiter) => waiter.reject(error));
    }
  }

  private applyReserved(reservation: FundsReservation, waiters: Waiter[], row: ReserveRow): void {
    const hadSurplus = reservation.hasSurplus;
    if (row.amount !== null) reservation.loadStored(BigInt(row.amount));
    reservation.hasSurplus = BigInt(row.surplus) > 0n;
    reservation.reserveNano = BigInt(row.surplus);
    const left = waiters.filter((waiter) => {
      if (!reservation.tryHold(waiter.costNano)) return true;
      waiter.resolve(true);
      return false;
    });
    // Returns the former surplus, so that others find it.
    if (reservation.isStored && (hadSurplus || reservation.returnableNano > 0n) && !reservation.hasSurplus)
      this.returning.add(reservation);
    const free = BigInt(row.free);
    const stillWaiting = left.filter((waiter) => {
      const mayCome =
        waiter.costNano <= free || (row.hasReclaimed && performance.now() - waiter.waitsSince < RECLAIM_WAIT_MS);
      if (!mayCome) waiter.reject(insufficientQuota());
      return mayCome;
    });
    this.replaceWaiters(reservation, [], () => undefined, stillWaiting);
    if (row.hasReclaimed && stillWaiting.length > 0) this.recheckLater(reservation);
  }

  private recheckLater(reservation: FundsReservation): void {
    this.awaitingReclaim.add(reservation);
    setTimeout(() => {
      this.awaitingReclaim.delete(reservation);
      this.wake();
    }, RECHECK_MS);
  }

  private replaceWaiters(
    reservation: FundsReservation,
    ended: Waiter[],
    end: (waiter: Waiter) => void,
    kept: Waiter[] = [],
  ): void {
    const waiters = [...kept, ...(this.waiting.get(reservation) ?? [])];
    if (waiters.length > 0) this.waiting.set(reservation, waiters);
    else this.waiting.delete(reservation);
    ended.forEach(end);
  }

  private reserveParameters(reservation: FundsReservation, waiters: Waiter[]): unknown[] {
    let sumNano = -(reservation.freeNano > 0n ? reservation.freeNano : 0n);
    const needs = waiters.map(({ costNano }) => {
      if (costNano > reservation.largestNano) reservation.largestNano = costNano;
      sumNano += costNano;
      return boundedText(sumNano);
    });
    return [
      reservation.id,
      this.processId,
      reservation.customerId,
      reservation.keyId,
      reservation.windowStartsAt,
      needs.length > 0 ? needs : ['0'],
      boundedText(reservation.largestNano * SURPLUS_REQUESTS),
      // At least one nano, or a free model would have an empty surplus.
      boundedText(reservation.largestNano * MIN_SURPLUS_REQUESTS + 1n),
      !reservation.isStored,
    ];
  }
}

interface ReserveRow {
  amount: string | null;
  surplus: string;
  free: string;
  hasReclaimed: boolean;
}

function boundedText(nano: bigint): string {
  if (nano < 0n) return '0';
  return (nano < MOST_NANO ? nano : MOST_NANO).toString();
}

const DEADLOCK = '40P01';
const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === DEADLOCK;
const isPassing = (error: unknown) => isDatabaseUnavailable(error) || isDeadlock(error);

function planBatches(reservations: FundsReservation[], charges: Queued[]): Map<FundsReservation, PlannedBatch> {
  const plans = new Map<FundsReservation, PlannedBatch>();
  for (const reservation of reservations) {
    if (reservation.isGone) continue;
    let endedNano = 0n;
    let chargedNano = 0n;
    let endedHolds = 0;
    for (const { charge } of charges) {
      if (charge.reservation !== reservation) continue;
      endedNano += charge.heldNano;
      chargedNano += charge.chargedNano;
      endedHolds += 1;
    }
    plans.set(reservation, reservation.planBatch(endedNano, chargedNano, endedHolds));
  }
  return plans;
}

function batchParameters(plans: Map<FundsReservation, PlannedBatch>, charges: Queued[]): unknown[] {
  const reservations = [...plans.keys()];
  const batches = [...plans.values()];
  return [
    reservations.map(({ id }) => id),
    batches.map(({ batchNumber }) => batchNumber),
    batches.map(({ targetNano }) => targetNano.toString()),
    batches.map(({ hasSurplus }) => hasSurplus),
    // One text, because pg escapes each element of an array separately.
    JSON.stringify(charges.map(({ charge }) => toSentCharge(charge))),
    [...new Set(reservations.map(({ customerId }) => customerId))],
  ];
}

function toSentCharge({
  reservation,
  requestId,
  model,
  routeId,
  lines,
  costNano,
  chargedNano,
  supplierCostNano,
  estimateReason,
}: PendingCharge) {
  return {
    block_id: reservation.id,
    request_id: requestId,
    model,
    route_id: routeId,
    lines,
    cost_nano: costNano.toString(),
    charged_nano: chargedNano.toString(),
    customer_row: uuidv7(),
    revenue_row: uuidv7(),
    supplier_cost_nano: supplierCostNano?.toString() ?? null,
    // JSON omits it if undefined.
    estimate_reason: estimateReason,
  };
}
