/** `unreachable`: there was no connection, so the request cannot be the reason. */
export type CountedOutcome = 'ok' | 'failed' | 'unreachable';

interface Tally {
  ok: number;
  failed: number;
  unreachable: number;
}

interface Slice {
  slot: number;
  tallies: Map<string, Tally>;
}

export interface CallTotals {
  calls: number;
  failures: number;
}

const SLICES = 30;

/** Counts the calls of one route in a sliding window, by customer. Times are milliseconds of a monotonic clock. */
export class CallCounts {
  private slices: Slice[] = [];
  /** The sums of all slices. They are kept, because a failure must not cost a walk through the slices. */
  private readonly tallies = new Map<string, Tally>();
  private readonly sum = emptyTally();

  constructor(private readonly windowMs: number) {}

  count(customerId: string, outcome: CountedOutcome, now: number): void {
    this.forgetBefore(now);
    const slot = this.slotAt(now);
    let slice = this.slices.at(-1);
    if (slice?.slot !== slot) this.slices.push((slice = { slot, tallies: new Map() }));
    tallyOf(slice.tallies, customerId)[outcome] += 1;
    tallyOf(this.tallies, customerId)[outcome] += 1;
    this.sum[outcome] += 1;
  }

  totals(now: number): CallTotals {
    this.forgetBefore(now);
    const { ok, failed, unreachable } = this.sum;
    return { calls: ok + failed + unreachable, failures: failed + unreachable };
  }

  /**
   * Where several customers called, leaves out the one with the most failures, because its requests may be the reason.
   * Calls that found no connection count always.
   */
  totalsWithoutWorstCustomer(now: number): CallTotals {
    const { calls, failures } = this.totals(now);
    if (this.tallies.size < 2) return { calls, failures };
    let worst = emptyTally();
    for (const each of this.tallies.values())
      if (each.failed > worst.failed || (each.failed === worst.failed && each.ok < worst.ok)) worst = each;
    return worst.failed === 0
      ? { calls, failures }
      : { calls: calls - worst.ok - worst.failed, failures: failures - worst.failed };
  }

  clear(): void {
    this.slices = [];
    this.tallies.clear();
    Object.assign(this.sum, emptyTally());
  }

  private forgetBefore(now: number): void {
    const oldest = this.slotAt(now) - SLICES;
    for (let slice = this.slices[0]; slice && slice.slot <= oldest; slice = this.slices[0]) {
      this.slices.shift();
      for (const [customerId, tally] of slice.tallies) {
        const rest = subtract(tallyOf(this.tallies, customerId), tally);
        if (rest.ok + rest.failed + rest.unreachable === 0) this.tallies.delete(customerId);
        subtract(this.sum, tally);
      }
    }
  }

  private slotAt(now: number): number {
    return Math.floor((now * SLICES) / this.windowMs);
  }
}

const emptyTally = (): Tally => ({ ok: 0, failed: 0, unreachable: 0 });

function tallyOf(tallies: Map<string, Tally>, customerId: string): Tally {
  const known = tallies.get(customerId);
  if (known) return known;
  const tally = emptyTally();
  tallies.set(customerId, tally);
  return tally;
}

function subtract(from: Tally, tally: Tally): Tally {
  from.ok -= tally.ok;
  from.failed -= tally.failed;
  from.unreachable -= tally.unreachable;
  return from;
}
