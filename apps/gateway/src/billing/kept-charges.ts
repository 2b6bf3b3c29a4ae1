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
 * Charges of a customer that Postgres did not confirm. Their holds stay open, and the customer gets no more holds, which
 * bounds them. The ledger tells which ones were committed, once no statement for them can be running.
 */
export class KeptCharges {
  private charges: PendingCharge[] = [];
  /** Also counts those that are being written again. */
  count = 0;

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

  add(charge: PendingCharge): void {
    this.charges.push(charge);
    if (charge.isKept) return;
    charge.isKept = true;
    this.count += 1;
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
    this.drop();
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
      this.drop();
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

  private drop(): void {
    this.count -= 1;
    keptCharges.dec();
  }
}
