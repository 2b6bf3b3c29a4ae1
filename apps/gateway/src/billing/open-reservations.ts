import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import type { BudgetWindowsService, Payer } from './budget-windows.service';
import { FundsReservation } from './funds-reservation';
import { type BatcherEvents, LedgerBatcher } from './ledger-batcher';
import { DELETE_EMPTY_RESERVATIONS, FIND_RECLAIMED, FIND_RESERVATIONS } from './reservation-statements';
import { StatementTurns } from './statement-turns';

/** Of the connections of billing. The others are for heartbeats and lookups. */
const STATEMENTS_AT_ONCE = 8;
const KEPT_AT_STOP_MS = 10_000;
const TICK_MS = 100;
const IDLE_MS = 2_000;

export class OpenReservations {
  private readonly reservations = new Set<FundsReservation>();
  private readonly serving = new Map<
    string,
    { reservation: Promise<FundsReservation> | FundsReservation; terms: string }
  >();
  /** By customer. */
  private readonly batchers = new Map<string, LedgerBatcher>();
  private readonly turns: StatementTurns;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly windows: BudgetWindowsService,
    private readonly processId: string,
    private readonly logger: Logger,
    private readonly events: BatcherEvents,
  ) {
    this.turns = new StatementTurns(statements, STATEMENTS_AT_ONCE);
  }

  /** Call it when no request is in flight. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    for (const reservation of this.reservations) this.returnUnused(reservation);
    await Promise.all([...this.batchers.values()].map((batcher) => batcher.end(KEPT_AT_STOP_MS)));
    for (const reservation of this.reservations) this.returnUnused(reservation);
    await Promise.all([...this.batchers.values()].map((batcher) => batcher.idle()));
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
    const reservation = new FundsReservation(uuidv7(), customerId, keyId, windowStartsAt, endsAt);
    this.reservations.add(reservation);
    this.tickLater();
    return reservation;
  }

  /** Takes no new requests. Those that it holds money for may end. */
  retire(reservation: FundsReservation): void {
    reservation.isRetired = true;
    if (this.serving.get(reservation.keyId)?.reservation === reservation) this.serving.delete(reservation.keyId);
  }

  batcherOf({ customerId }: Pick<FundsReservation, 'customerId'>): LedgerBatcher {
    const known = this.batchers.get(customerId);
    if (known) return known;
    const batcher = new LedgerBatcher(this.turns, this.processId, this.logger, this.events);
    this.batchers.set(customerId, batcher);
    return batcher;
  }

  isKeepingFor(customerId: string): boolean {
    return this.batchers.get(customerId)?.isKeeping ?? false;
  }

  async writeKept(customerId: string): Promise<void> {
    await this.batchers.get(customerId)?.writeKept();
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
    for (const reservation of reservations) {
      const isIdle = now - reservation.usedAt >= IDLE_MS;
      if (reservation.isGone) this.reservations.delete(reservation);
      if (isIdle || reservation.isRetired || Date.now() >= reservation.endsAt) this.returnUnused(reservation);
    }
    await this.closeEmpty(
      reservations.filter((reservation) => now - reservation.usedAt >= IDLE_MS && !reservation.isGone),
    );
    this.dropIdleBatchers();
    if (!reservations.some(({ hasSurplus }) => hasSurplus)) return;
    const reclaimed = await this.statements.query<{ id: string }>(FIND_RECLAIMED, [this.processId]);
    for (const { id } of reclaimed) {
      const reservation = reservations.find((each) => each.id === id);
      if (reservation) this.returnUnused(reservation);
    }
  }

  private dropIdleBatchers(): void {
    const needed = new Set([...this.reservations].map(({ customerId }) => customerId));
    for (const [customerId, batcher] of this.batchers)
      if (!needed.has(customerId) && batcher.isIdle) this.batchers.delete(customerId);
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
    if (empty.length === 0) return;
    // Marked first, so that no request reserves money while the rows are deleted.
    for (const reservation of empty) reservation.isGone = true;
    await this.statements.query(DELETE_EMPTY_RESERVATIONS, [empty.map(({ id }) => id)]);
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
      const reservation = new FundsReservation(id, customerId, keyId, windowStartsAt, Infinity);
      reservation.isUnconfirmed = true;
      this.reservations.add(reservation);
      this.tickLater();
    }
    for (const reservation of this.reservations) {
      if (reservation.isUnconfirmed && !reservation.isGone) this.batcherOf(reservation).returnUnused(reservation);
    }
  }
}
