import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import type { FundsReservation } from './funds-reservation';
import type { PendingCharge } from './ledger-batch';
import { keptCharges } from './billing.metrics';
import { FIND_CHARGED } from './reservation-statements';

/**
 * - charged: it is in the ledger
 * - undelivered: it is not, and nobody owes it
 * - gone: its reservation was gone
 * - refused: Postgres refuses this charge
 */
export type LateOutcome = 'charged' | 'undelivered' | 'gone' | 'refused';

/**
 * Charges that Postgres did not confirm. Their holds stay open, and their customers get no more holds, which bounds
 * them. The ledger tells which ones were committed, once no statement for them can be running.
 */
export class KeptCharges {
  private charges: PendingCharge[] = [];
  private readonly countOfCustomer = new Map<string, number>();

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly logger: Logger,
    private readonly onEnd: (charge: PendingCharge, outcome: LateOutcome) => void,
  ) {}

  get size(): number {
    return this.charges.length;
  }

  get reservations(): Set<FundsReservation> {
    return new Set(this.charges.map(({ reservation }) => reservation));
  }

  isOf(customerId: string): boolean {
    return this.countOfCustomer.has(customerId);
  }

  add(charge: PendingCharge): void {
    this.charges.push(charge);
    if (charge.isKept) return;
    charge.isKept = true;
    const { customerId } = charge.reservation;
    this.countOfCustomer.set(customerId, (this.countOfCustomer.get(customerId) ?? 0) + 1);
    keptCharges.inc();
    this.logger.warn({ request_id: charge.requestId }, 'A charge is kept until Postgres takes it');
  }

  /** Returns the charges to write again. Call it after the reservations were read. */
  async recover(): Promise<PendingCharge[]> {
    const asked = this.charges;
    const rows = await this.statements.query<{ request_id: string }>(FIND_CHARGED, [
      asked.map(({ requestId }) => requestId),
    ]);
    const found = new Set(rows.map(({ request_id }) => request_id));
    this.charges = [];
    return asked.filter((charge) => {
      const isCharged = found.has(charge.requestId);
      if (!isCharged && charge.isDelivered) return true;
      charge.reservation.release(charge.heldNano);
      this.end(charge, isCharged ? 'charged' : 'undelivered');
      return false;
    });
  }

  end(charge: PendingCharge, outcome: LateOutcome): void {
    this.drop(charge);
    this.onEnd(charge, outcome);
  }

  /** The hold is still open. */
  refused(charge: PendingCharge, error: unknown): void {
    this.report(charge, error);
    charge.reservation.release(charge.heldNano);
    this.end(charge, 'refused');
  }

  lose(): void {
    for (const charge of this.charges.splice(0)) {
      this.drop(charge);
      this.report(charge, new Error('The process ended before Postgres was back'));
    }
  }

  private report({ reservation, requestId, model, routeId, chargedNano }: PendingCharge, error: unknown): void {
    const facts = {
      request_id: requestId,
      customer_id: reservation.customerId,
      key_id: reservation.keyId,
      model,
      route_id: routeId,
      charged_nano: chargedNano.toString(),
    };
    this.logger.error({ ...facts, err: error }, 'A kept charge was not written');
  }

  private drop({ reservation: { customerId } }: PendingCharge): void {
    const others = (this.countOfCustomer.get(customerId) ?? 0) - 1;
    if (others > 0) this.countOfCustomer.set(customerId, others);
    else this.countOfCustomer.delete(customerId);
    keptCharges.dec();
  }
}
