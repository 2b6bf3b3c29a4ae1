import type { Logger } from '@shipyard/platform';
import type { PreparedStatements } from '../database/prepared-statements';
import type { FundsReservation } from './funds-reservation';
import type { PendingCharge } from './ledger-batcher';
import { keptCharges } from './billing.metrics';
import { FIND_CHARGED } from './reservation-statements';

/** About 1 KiB each, and as many in each lane. */
const MOST = 5_000;

/**
 * Charges for what customers have had, whose requests failed because Postgres stayed away. Their holds stay open, so that the money is there when Postgres
 * is back. Whether a charge came through before is seen from the ledger, once nothing that was sent for its block can still change anything.
 */
export class KeptCharges {
  /** Of which it is not known whether they came through. */
  private charges: PendingCharge[] = [];
  /** These, and those that are on their way to the ledger again. */
  private count = 0;

  /** `onEnd` hears what became of each: it is on disk, or its block was gone. */
  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly logger: Logger,
    private readonly onEnd: (charge: PendingCharge, isCharged: boolean) => void,
  ) {}

  /** How many are to be recovered. */
  get size(): number {
    return this.charges.length;
  }

  /** The blocks that hold the money. */
  get reservations(): Set<FundsReservation> {
    return new Set(this.charges.map(({ reservation }) => reservation));
  }

  /** Whether it is kept now: an answer that nobody has is not, and there is room for so many only. */
  add(charge: PendingCharge): boolean {
    if (!charge.isDelivered || (!charge.isKept && this.count >= MOST)) return false;
    if (!charge.isKept) {
      charge.isKept = true;
      this.count += 1;
      keptCharges.inc();
      this.logger.warn({ request_id: charge.requestId }, 'A charge is kept until Postgres is back');
    }
    this.charges.push(charge);
    return true;
  }

  /** Ends those that are in the ledger, and hands out the others, to be written. To be called once the blocks were read. */
  async recover(): Promise<PendingCharge[]> {
    const asked = this.charges;
    const rows = await this.statements.query<{ request_id: string }>(FIND_CHARGED, [asked.map(({ requestId }) => requestId)]);
    const found = new Set(rows.map(({ request_id }) => request_id));
    this.charges = [];
    for (const charge of asked) {
      if (!found.has(charge.requestId)) continue;
      charge.reservation.release(charge.heldNano);
      this.end(charge, true);
    }
    return asked.filter(({ requestId }) => !found.has(requestId));
  }

  end(charge: PendingCharge, isCharged: boolean): void {
    this.forget();
    this.onEnd(charge, isCharged);
  }

  /** Gives up on all, and says in the log what each was. */
  lose(): void {
    for (const charge of this.charges.splice(0)) this.fail(charge, new Error('The process ended before Postgres was back'));
  }

  /** The log has what cannot be written. */
  fail({ reservation, requestId, model, routeId, chargedNano }: PendingCharge, error: unknown): void {
    this.forget();
    const facts = { request_id: requestId, customer_id: reservation.customerId, key_id: reservation.keyId, model, route_id: routeId, charged_nano: chargedNano.toString() };
    this.logger.error({ ...facts, err: error }, 'A kept charge was not written');
  }

  private forget(): void {
    this.count -= 1;
    keptCharges.dec();
  }
}
