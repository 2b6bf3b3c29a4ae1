import type { HoldBlock } from './hold-block';

/** Charges a second from which on a customer is hot, and below which it no longer is. */
const HOT_FROM = 50;
const HOT_UNTIL = 5;
/** What is kept of a count from one look to the next, so that counts settle at the charges of about a second. */
const KEPT_SHARE = 0.9;
/** A hotter customer takes the lane of another only if it has so many times its charges. */
const HOTTER = 2;

/**
 * Gives customers with many charges lanes of their own. A statement waits for the rows of all its customers, and the row of a hot one is often locked, by
 * this process or by another: customers that share its lane wait for it.
 */
export class HotCustomers {
  /** Charges of about the last second. */
  private readonly rates = new Map<string, number>();
  private readonly laneOfCustomer = new Map<string, number>();
  private readonly counted = new WeakMap<HoldBlock, number>();

  /** Lanes `0` to `sharedLanes - 1` are shared, and so many after them are for one hot customer each. */
  constructor(
    private readonly sharedLanes: number,
    private readonly ownLanes: number,
  ) {}

  laneOf(customerId: string): number {
    return this.laneOfCustomer.get(customerId) ?? parseInt(customerId.slice(-4), 16) % this.sharedLanes;
  }

  /** Counts the charges since the last look. Answers the customers whose lane has changed. To be called every 100 ms. */
  look(blocks: Iterable<HoldBlock>): Set<string> {
    this.count(blocks);
    const moved = new Set<string>();
    for (const customerId of [...this.laneOfCustomer.keys()]) {
      if (this.rateOf(customerId) >= HOT_UNTIL) continue;
      this.laneOfCustomer.delete(customerId);
      moved.add(customerId);
    }
    for (const [customerId, rate] of this.rates) {
      if (rate < HOT_FROM || this.laneOfCustomer.has(customerId)) continue;
      const lane = this.freeLane() ?? this.takeLane(rate, moved);
      if (lane === null) continue;
      this.laneOfCustomer.set(customerId, lane);
      moved.add(customerId);
    }
    return moved;
  }

  private count(blocks: Iterable<HoldBlock>): void {
    for (const [customerId, rate] of this.rates) {
      if (rate < 1) this.rates.delete(customerId);
      else this.rates.set(customerId, rate * KEPT_SHARE);
    }
    for (const block of blocks) {
      const charges = block.charges - (this.counted.get(block) ?? 0);
      if (charges === 0) continue;
      this.counted.set(block, block.charges);
      this.rates.set(block.customerId, this.rateOf(block.customerId) + charges);
    }
  }

  private freeLane(): number | null {
    const taken = new Set(this.laneOfCustomer.values());
    for (let lane = this.sharedLanes; lane < this.sharedLanes + this.ownLanes; lane += 1) if (!taken.has(lane)) return lane;
    return null;
  }

  /** The lane of the customer with the fewest charges among those that have one. */
  private takeLane(rate: number, moved: Set<string>): number | null {
    const [coolest] = [...this.laneOfCustomer].sort(([one], [other]) => this.rateOf(one) - this.rateOf(other));
    if (!coolest || rate < HOTTER * this.rateOf(coolest[0])) return null;
    const [customerId, lane] = coolest;
    this.laneOfCustomer.delete(customerId);
    moved.add(customerId);
    return lane;
  }

  private rateOf(customerId: string): number {
    return this.rates.get(customerId) ?? 0;
  }
}
