import { supplierCost, type Units } from './charge';
import type { LossReason } from './loss-reason';

/** Whether a supplier bills an attempt. If in doubt, it may. */
export type AttemptBill = 'billed' | 'perhaps_billed' | 'not_billed';

/** One call to a supplier that has ended. */
export interface EndedAttempt {
  route: { id: string; supplierPrices: { unit_type: string; price_nano: string }[] };
  bill: AttemptBill;
  /** What the supplier bills at least. Asked for only if nobody pays. */
  units: () => Units[];
  reason?: Extract<LossReason, 'hold_lost' | 'undelivered' | 'abandoned'>;
}

export interface Loss {
  requestId: string;
  model: string;
  routeId: string;
  supplierCostNano: bigint | null;
  reason: NonNullable<EndedAttempt['reason']>;
}

/**
 * How the attempts of one request ended. An attempt that is billed, or perhaps, and whose answer no customer pays is a
 * loss, even if another route answered. No route is billed twice for a request: it is tried again only with another
 * key, after it refused the first.
 */
export class SupplierAttempts {
  private readonly unpaid = new Map<string, EndedAttempt>();
  private isCharging = false;

  constructor(
    private readonly requestId: string,
    private readonly model: string,
  ) {}

  ended(attempt: EndedAttempt): void {
    if (attempt.bill !== 'not_billed') this.unpaid.set(attempt.route.id, attempt);
  }

  /** A charge of the answer of this route begins. Billing writes the loss if it fails. */
  charging(routeId: string): void {
    this.isCharging = true;
    this.unpaid.delete(routeId);
  }

  /** A supplier bills the request, or may, or the customer is charged. A retry could pay again. */
  get mayBePaidFor(): boolean {
    return this.isCharging || this.unpaid.size > 0;
  }

  get areAbandoned(): boolean {
    return [...this.unpaid.values()].some(({ reason }) => reason === 'abandoned');
  }

  get losses(): Loss[] {
    return [...this.unpaid.values()].map(({ route, units, reason = 'undelivered' }) => ({
      requestId: this.requestId,
      model: this.model,
      routeId: route.id,
      supplierCostNano: supplierCost(route, units()),
      reason,
    }));
  }
}
