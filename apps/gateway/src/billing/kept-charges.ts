import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import type { FundsReservation } from './funds-reservation';
import type { PendingCharge } from './ledger-batch';
import { keptCharges } from './billing.metrics';
import { FIND_CHARGED } from './reservation-statements';

/** About 1 KiB each, per batcher. */
const MOST = 5_000;

/** Their holds stay open. The ledger tells which charges were committed, once no statement for them can be running. */
export class KeptCharges {
  private charges: PendingCharge[] = [];
  private count = 0;

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly logger: Logger,
    private readonly onEnd: (charge: PendingCharge, isCharged: boolean) => void,
  ) {}

  get size(): number {
    return this.charges.length;
  }

  get reservations(): Set<FundsReservation> {
    return new Set(this.charges.map(({ reservation }) => reservation));
  }

  /** Undelivered answers are not kept, because memory is limited. */
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

  /** Call it after the reservations were read. */
  async recover(): Promise<PendingCharge[]> {
    const asked = this.charges;
    const rows = await this.statements.query<{ request_id: string }>(FIND_CHARGED, [
      asked.map(({ requestId }) => requestId),
    ]);
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
    this.dropExpired();
    this.onEnd(charge, isCharged);
  }

  lose(): void {
    for (const charge of this.charges.splice(0))
      this.fail(charge, new Error('The process ended before Postgres was back'));
  }

  fail({ reservation, requestId, model, routeId, chargedNano }: PendingCharge, error: unknown): void {
    this.dropExpired();
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

  private dropExpired(): void {
    this.count -= 1;
    keptCharges.dec();
  }
}
