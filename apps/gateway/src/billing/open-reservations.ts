import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import type { BudgetWindowsService, Payer } from './budget-windows.service';
import { FundsReservation } from './funds-reservation';
import { HotCustomers } from './hot-customers';
import { type BatcherEvents, LedgerBatcher } from './ledger-batcher';
import { FIND_RECLAIMED, FIND_RESERVATIONS } from './reservation-statements';

const SHARED_BATCHERS = 4;
const DEDICATED_BATCHERS = 4;
const KEPT_AT_STOP_MS = 10_000;
const TICK_MS = 100;
const IDLE_MS = 2_000;

export class OpenReservations {
  private readonly reservations = new Set<FundsReservation>();
  private readonly serving = new Map<
    string,
    { reservation: Promise<FundsReservation> | FundsReservation; terms: string }
  >();
  private readonly hot = new HotCustomers(SHARED_BATCHERS, DEDICATED_BATCHERS);
  private readonly batchers: LedgerBatcher[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly windows: BudgetWindowsService,
    private readonly processId: string,
    private readonly logger: Logger,
    events: BatcherEvents,
  ) {
    this.batchers = Array.from(
      { length: SHARED_BATCHERS + DEDICATED_BATCHERS },
      () => new LedgerBatcher(statements, processId, logger, events),
    );
  }

  /** Call it when no request is in flight. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    for (const reservation of this.reservations) this.returnUnused(reservation);
    await Promise.all(this.batchers.map((batcher) => batcher.end(KEPT_AT_STOP_MS)));
    for (const reservation of this.reservations) this.returnUnused(reservation);
    for (const batcher of this.batchers) await batcher.idle();
    await this.closeEmpty([...this.reservations]);
  }

  /** Returns a promise if a budget window must be opened. */
  for(payer: Payer): FundsReservation | Promise<FundsReservation> {
    const { budget, keyId } = payer;
    const terms = budget ? `${budget.period} ${budget.timeZone}` : '';
    const serving = this.serving.get(keyId);
    if (serving?.terms === terms) {
      const { reservation } = serving;
      if (!(reservation instanceof FundsReservation)) return reservation;
      if (
        !reservation.isGone &&
        !reservation.isUnconfirmed &&
        !reservation.isRetired &&
        Date.now() < reservation.endsAt
      )
        return reservation;
    }
    if (serving?.reservation instanceof FundsReservation) this.retire(serving.reservation);
    const reservation = budget ? this.openForBudget(payer, terms) : this.open(payer, null, Infinity);
    this.serving.set(keyId, { reservation, terms });
    return reservation;
  }

  private async openForBudget(payer: Payer, terms: string): Promise<FundsReservation> {
    try {
      const window = await this.windows.open(payer);
      const reservation = this.open(payer, window?.startsAt ?? null, window?.endsAt.getTime() ?? Infinity);
      if (this.serving.get(payer.keyId)?.terms === terms) this.serving.set(payer.keyId, { reservation, terms });
      return reservation;
    } catch (error) {
      this.serving.delete(payer.keyId);
      throw error;
    }
  }

  private open({ customerId, keyId }: Payer, windowStartsAt: Date | null, endsAt: number): FundsReservation {
    const reservation = new FundsReservation(
      uuidv7(),
      customerId,
      keyId,
      windowStartsAt,
      endsAt,
      this.hot.batcherOf(customerId),
    );
    this.reservations.add(reservation);
    this.tickLater();
    return reservation;
  }

  /** Takes no new requests. Those that it holds money for may end. */
  retire(reservation: FundsReservation): void {
    reservation.isRetired = true;
    if (this.serving.get(reservation.keyId)?.reservation === reservation) this.serving.delete(reservation.keyId);
  }

  batcherOf(reservation: FundsReservation): LedgerBatcher {
    const batcher = this.batchers[reservation.batcher];
    if (!batcher) throw new Error('There is no batcher of this number');
    return batcher;
  }

  isKeepingFor(customerId: string): boolean {
    return this.batchers.some((batcher) => batcher.isKeeping(customerId));
  }

  private tickLater(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      void this.tick()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'Idle holds could not be released'))
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
    for (const reservation of reservations) if (moved.has(reservation.customerId)) this.retire(reservation);
    for (const reservation of reservations) {
      const isIdle = now - reservation.usedAt >= IDLE_MS;
      if (reservation.isGone) this.reservations.delete(reservation);
      if (isIdle || reservation.isRetired || Date.now() >= reservation.endsAt) this.returnUnused(reservation);
    }
    await this.closeEmpty(
      reservations.filter((reservation) => now - reservation.usedAt >= IDLE_MS && !reservation.isGone),
    );
    if (!reservations.some(({ hasSurplus }) => hasSurplus)) return;
    const reclaimed = await this.statements.query<{ id: string }>(FIND_RECLAIMED, [this.processId]);
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
      (reservation) =>
        reservation.amountNano === 0n &&
        reservation.openHolds === 0 &&
        !reservation.isUnconfirmed &&
        !reservation.hasSurplus &&
        !this.batcherOf(reservation).isReserving(reservation),
    );
    // All are marked first, so that no request reserves money while another batcher deletes rows.
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

  /** Call it with each heartbeat. It also finds rows of this process that it does not know. */
  async lookUpUnconfirmed(): Promise<void> {
    const rows = await this.statements.query<Pick<FundsReservation, 'id' | 'customerId' | 'keyId' | 'windowStartsAt'>>(
      FIND_RESERVATIONS,
      [this.processId],
    );
    // Read after the rows, so that reservations opened meanwhile are included.
    const known = new Set([...this.reservations].map(({ id }) => id));
    for (const { id, customerId, keyId, windowStartsAt } of rows) {
      if (known.has(id)) continue;
      const reservation = new FundsReservation(
        id,
        customerId,
        keyId,
        windowStartsAt,
        Infinity,
        this.hot.batcherOf(customerId),
      );
      reservation.isUnconfirmed = true;
      this.reservations.add(reservation);
      this.tickLater();
    }
    for (const reservation of this.reservations) {
      if (reservation.isUnconfirmed && !reservation.isGone) this.batcherOf(reservation).returnUnused(reservation);
    }
  }
}
