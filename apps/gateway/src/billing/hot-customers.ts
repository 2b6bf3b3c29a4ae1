import type { FundsReservation } from './funds-reservation';

/** Charges per second. */
const HOT_FROM = 50;
const HOT_UNTIL = 5;
/** The weight of the previous count makes a count cover about one second. */
const KEPT_SHARE = 0.9;
const HOTTER = 2;

/** The row of a hot customer is often locked, and a statement waits for all its rows. */
export class HotCustomers {
  private readonly rates = new Map<string, number>();
  private readonly batcherOfCustomer = new Map<string, number>();
  private readonly counted = new WeakMap<FundsReservation, number>();

  /** The first `sharedBatchers` indexes are shared. Each of the following serves one hot customer. */
  constructor(
    private readonly sharedBatchers: number,
    private readonly dedicatedBatchers: number,
  ) {}

  batcherOf(customerId: string): number {
    return this.batcherOfCustomer.get(customerId) ?? parseInt(customerId.slice(-4), 16) % this.sharedBatchers;
  }

  rebalance(reservations: Iterable<FundsReservation>): Set<string> {
    this.count(reservations);
    const moved = new Set<string>();
    for (const customerId of [...this.batcherOfCustomer.keys()]) {
      if (this.rateOf(customerId) >= HOT_UNTIL) continue;
      this.batcherOfCustomer.delete(customerId);
      moved.add(customerId);
    }
    for (const [customerId, rate] of this.rates) {
      if (rate < HOT_FROM || this.batcherOfCustomer.has(customerId)) continue;
      const batcher = this.freeBatcher() ?? this.takeBatcher(rate, moved);
      if (batcher === null) continue;
      this.batcherOfCustomer.set(customerId, batcher);
      moved.add(customerId);
    }
    return moved;
  }

  private count(reservations: Iterable<FundsReservation>): void {
    for (const [customerId, rate] of this.rates) {
      if (rate < 1) this.rates.delete(customerId);
      else this.rates.set(customerId, rate * KEPT_SHARE);
    }
    for (const reservation of reservations) {
      const charges = reservation.charges - (this.counted.get(reservation) ?? 0);
      if (charges === 0) continue;
      this.counted.set(reservation, reservation.charges);
      this.rates.set(reservation.customerId, this.rateOf(reservation.customerId) + charges);
    }
  }

  private freeBatcher(): number | null {
    const taken = new Set(this.batcherOfCustomer.values());
    for (let batcher = this.sharedBatchers; batcher < this.sharedBatchers + this.dedicatedBatchers; batcher += 1)
      if (!taken.has(batcher)) return batcher;
    return null;
  }

  private takeBatcher(rate: number, moved: Set<string>): number | null {
    const [coolest] = [...this.batcherOfCustomer].sort(([one], [other]) => this.rateOf(one) - this.rateOf(other));
    if (!coolest || rate < HOTTER * this.rateOf(coolest[0])) return null;
    const [customerId, batcher] = coolest;
    this.batcherOfCustomer.delete(customerId);
    moved.add(customerId);
    return batcher;
  }

  private rateOf(customerId: string): number {
    return this.rates.get(customerId) ?? 0;
  }
}
