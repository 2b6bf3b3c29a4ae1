import type { PreparedStatements } from '../database/prepared-statements';
import { MOST_NANO } from '../money';
import { insufficientQuota, spendLimitReached } from './billing.errors';
import type { FundsReservation } from './funds-reservation';
import { isDeadlock, isPoison } from './write-failure';
import { RESERVE_FUNDS } from './reservation-statements';

/** How long a request waits for surplus to be reclaimed, and how often it checks. */
const RECLAIM_WAIT_MS = 2_000;
const RECHECK_MS = 20;
const DEADLOCK_RETRY_MS = 5_000;
/** A surplus covers this many requests, if that is at most 1/64 of the available money, and at least the minimum. */
const SURPLUS_REQUESTS = 2_048n;
const MIN_SURPLUS_REQUESTS = 16n;

interface Waiter {
  costNano: bigint;
  waitsSince: number;
  resolve: (isHeld: boolean) => void;
  reject: (error: unknown) => void;
}

interface ReserveRow {
  amount: string | null;
  surplus: string;
  free: string;
  hasReclaimed: boolean;
  /** Whether the limit of what the customer may spend leaves less than balance and budget. */
  isSpendLimit: boolean;
}

interface HoldEvents {
  unused: (reservation: FundsReservation) => void;
  work: () => void;
  writeFailed: (error: unknown) => void;
}

export class WaitingHolds {
  private readonly waiting = new Map<FundsReservation, Waiter[]>();
  private readonly awaitingReclaim = new Set<FundsReservation>();

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly processId: string,
    private readonly on: HoldEvents,
  ) {}

  get isReserving(): boolean {
    return this.waiting.size > 0;
  }

  get hasWork(): boolean {
    return this.waiting.size > this.awaitingReclaim.size;
  }

  /** Returns false if the reservation is gone; use another one then. Throws insufficient_quota. */
  add(reservation: FundsReservation, costNano: bigint): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waitersOf(reservation).push({ costNano, waitsSince: performance.now(), resolve, reject });
      this.on.work();
    });
  }

  topUp(reservation: FundsReservation): void {
    this.waitersOf(reservation);
    this.on.work();
  }

  has(reservation: FundsReservation): boolean {
    return this.waiting.has(reservation);
  }

  async reserveAll(): Promise<void> {
    for (const [reservation, waiters] of [...this.waiting]) {
      if (!this.awaitingReclaim.has(reservation)) await this.reserve(reservation, waiters.splice(0));
    }
  }

  private waitersOf(reservation: FundsReservation): Waiter[] {
    const waiters = this.waiting.get(reservation) ?? [];
    this.waiting.set(reservation, waiters);
    return waiters;
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
      if (isDeadlock(error) && waiters.every(({ waitsSince }) => performance.now() - waitsSince < DEADLOCK_RETRY_MS)) {
        // Postgres rolled back, so the statement can be repeated.
        this.replaceWaiters(reservation, [], () => undefined, waiters);
        return;
      }
      reservation.isUnconfirmed = reservation.isStored || !isPoison(error);
      if (!isPoison(error)) this.on.writeFailed(error);
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
      this.on.unused(reservation);
    const free = BigInt(row.free);
    const stillWaiting = left.filter((waiter) => {
      const mayCome =
        waiter.costNano <= free || (row.hasReclaimed && performance.now() - waiter.waitsSince < RECLAIM_WAIT_MS);
      if (!mayCome) waiter.reject(row.isSpendLimit ? spendLimitReached() : insufficientQuota());
      return mayCome;
    });
    this.replaceWaiters(reservation, [], () => undefined, stillWaiting);
    if (row.hasReclaimed && stillWaiting.length > 0) this.recheckLater(reservation);
  }

  private recheckLater(reservation: FundsReservation): void {
    this.awaitingReclaim.add(reservation);
    setTimeout(() => {
      this.awaitingReclaim.delete(reservation);
      this.on.work();
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

function boundedText(nano: bigint): string {
  if (nano < 0n) return '0';
  return (nano < MOST_NANO ? nano : MOST_NANO).toString();
}
