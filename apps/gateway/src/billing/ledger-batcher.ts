import { retryDuringOutage } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import type { FundsReservation, PlannedBatch } from './funds-reservation';
import { KeptCharges, type LateOutcome } from './kept-charges';
import { batchParameters, type PendingCharge, planBatches, type QueuedCharge } from './ledger-batch';
import { isPassing, isPoison } from './write-failure';
import { READ_RESERVATIONS, WRITE_BATCH } from './reservation-statements';
import { WaitingHolds } from './waiting-holds';

/** Bridges a restart of Postgres. */
const BATCH_RETRY_MS = 5_000;
/** How often shutdown checks whether the kept charges were written. */
const KEPT_POLL_MS = 20;
const RECOVERY_INTERVAL_MS = 1_000;
const MAX_CHARGES_PER_BATCH = 500;

interface FoundReservation {
  id: string;
  reclaimed: boolean;
}

export interface BatcherEvents {
  /** Receives each kept charge with its outcome. */
  lateCharge: (charge: PendingCharge, outcome: LateOutcome) => void;
  /** Not called for poison, which says nothing about Postgres. */
  writeFailed: (error: unknown) => void;
}

/** The queue of a customer: one statement at a time, so that no reservation is in two, and one commit serves many requests. */
export class LedgerBatcher {
  private readonly charges: QueuedCharge[] = [];
  private readonly returning = new Set<FundsReservation>();
  private readonly others: (() => Promise<void>)[] = [];
  private readonly waiting: WaitingHolds;
  private running: Promise<void> | undefined;
  private readonly kept: KeptCharges;
  private recovery: NodeJS.Timeout | undefined;
  private isRecoveryDue = false;

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    processId: string,
    private readonly logger: Logger,
    private readonly on: BatcherEvents,
  ) {
    this.kept = new KeptCharges(statements, logger, on.lateCharge);
    this.waiting = new WaitingHolds(statements, processId, {
      unused: (reservation) => this.returning.add(reservation),
      work: () => this.wake(),
      writeFailed: on.writeFailed,
    });
  }

  /**
   * Returns false if the reservation is gone. Throws if the charge is not written, or perhaps not. The batcher then owns
   * a kept charge and its hold.
   */
  charge(charge: PendingCharge): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.charges.push({ charge, resolve, reject });
      this.wake();
    });
  }

  /** Returns false if the reservation is gone; use another one then. Throws insufficient_quota. */
  hold(reservation: FundsReservation, costNano: bigint): Promise<boolean> {
    return this.waiting.add(reservation, costNano);
  }

  topUp(reservation: FundsReservation): void {
    this.waiting.topUp(reservation);
  }

  /** Whether charges wait until Postgres takes them. */
  get isKeeping(): boolean {
    return this.kept.count > 0;
  }

  get isIdle(): boolean {
    return !this.running && !this.hasWork() && !this.isKeeping && !this.waiting.isReserving;
  }

  /** Another change of this customer's money, which would only wait for the row beside the statements of the queue. */
  inTurn<Result>(change: (statements: Pick<PreparedStatements, 'query'>) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.others.push(() => change(this.statements).then(resolve, reject));
      this.wake();
    });
  }

  /** Tries now, not after the interval. Resolves after one attempt, whether it succeeded or not. */
  async writeKept(): Promise<void> {
    clearTimeout(this.recovery);
    this.recovery = undefined;
    this.isRecoveryDue = true;
    this.wake();
    await this.running;
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
      await new Promise((resolve) => setTimeout(resolve, KEPT_POLL_MS));
      await this.idle();
    }
    clearTimeout(this.recovery);
    this.kept.lose();
  }

  private wake(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.hasWork()) this.wake();
    });
  }

  private hasWork(): boolean {
    return this.hasBatch || this.others.length > 0 || this.waiting.hasWork;
  }

  private get hasBatch(): boolean {
    return this.charges.length > 0 || this.returning.size > 0 || this.isRecoveryDue;
  }

  private async run(): Promise<void> {
    while (this.hasWork()) {
      // Charges of the same moment go into one batch.
      await new Promise(setImmediate);
      if (this.hasBatch) await this.writeNextBatch();
      await this.waiting.reserveAll();
      await this.others.shift()?.();
    }
  }

  private async writeNextBatch(): Promise<void> {
    const charges = this.charges.splice(0, MAX_CHARGES_PER_BATCH);
    const reservations = new Set(this.returning);
    for (const { charge } of charges) reservations.add(charge.reservation);
    this.returning.clear();
    const recovers = this.isRecoveryDue;
    this.isRecoveryDue = false;
    await this.writeBatch([...reservations], charges, { recovers });
  }

  private async writeBatch(
    reservations: FundsReservation[],
    charges: QueuedCharge[],
    { recovers }: { recovers: boolean },
  ): Promise<void> {
    let plans: Map<FundsReservation, PlannedBatch> | undefined;
    try {
      const send = async () => {
        if (!plans) {
          if (recovers) await this.recover();
          await this.readUnconfirmed(reservations);
          plans = planBatches(reservations, charges);
        }
        return plans.size === 0
          ? []
          : this.statements.query<FoundReservation>(WRITE_BATCH, batchParameters(plans, charges));
      };
      const message = 'The outcome of a batch is unknown, and it will be tried again';
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

  /** Charges that were not committed go into the next batch. */
  private async recover(): Promise<void> {
    if (this.kept.size === 0) return;
    await this.readUnconfirmed([...this.kept.reservations]);
    for (const charge of await this.kept.recover()) {
      const resolve = (isCharged: boolean) => this.kept.end(charge, isCharged ? 'charged' : 'gone');
      this.charges.push({ charge, resolve, reject: (error) => this.kept.refused(charge, error) });
    }
  }

  private batchCommitted(plans: Map<FundsReservation, PlannedBatch>, found: FoundReservation[]): void {
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

  /** If one charge is at fault, the others are written without it. Every charge but a proven poison is kept. */
  private async failed(reservations: FundsReservation[], charges: QueuedCharge[], error: unknown): Promise<void> {
    for (const reservation of reservations) reservation.isUnconfirmed = true;
    if (charges.length > 1 && !isPassing(error)) {
      for (const queued of charges) await this.writeBatch([queued.charge.reservation], [queued], { recovers: false });
      return;
    }
    const isPoisoned = charges.length > 0 && isPoison(error);
    if (!isPoisoned) {
      this.on.writeFailed(error);
      this.logger.warn({ err: error }, 'The outcome of a batch is unknown, and will be looked up');
    }
    for (const { charge, reject } of charges) {
      const wasKept = charge.isKept;
      if (!isPoisoned) this.kept.add(charge);
      if (!wasKept || isPoisoned) reject(error);
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
}
