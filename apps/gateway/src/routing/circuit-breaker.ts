/** What a breaker goes by. */
export interface BreakerSettings {
  /** How far back calls count. */
  windowMs: number;
  /** It opens on no fewer calls than these. */
  minCalls: number;
  /** The share of failures, 0 to 1, at which it opens. */
  failureRate: number;
  /** How long it stays open before one call may try. */
  openMs: number;
}

export type BreakerState = 'closed' | 'open' | 'half_open';

/** `unknown`: the call was ended for a reason that says nothing of the route. */
export type CallOutcome = 'ok' | 'failed' | 'unknown';

/** A call that was let through. */
export interface Admission {
  readonly generation: number;
  readonly isProbe: boolean;
}

const SLICES = 30;

/**
 * Keeps calls from a route that fails: closed it counts, open it lets nobody through, half open it lets one call try.
 * Times are milliseconds of one clock, and never go back.
 */
export class CircuitBreaker {
  private readonly slices = Array.from({ length: SLICES }, () => ({ slot: -1, calls: 0, failures: 0 }));
  private openedAt: number | null = null;
  private probing = false;
  /** Grows whenever the state changes: the outcome of a call that was let through before says nothing of what is now. */
  private generation = 0;

  constructor(private readonly settings: BreakerSettings) {}

  stateAt(now: number): BreakerState {
    if (this.openedAt === null) return 'closed';
    return now - this.openedAt < this.settings.openMs ? 'open' : 'half_open';
  }

  /** Whether a call could go now. */
  isOpenTo(now: number): boolean {
    const state = this.stateAt(now);
    return state === 'closed' || (state === 'half_open' && !this.probing);
  }

  /** Lets a call through, or null. Each admission must be ended by one `record`. */
  admit(now: number): Admission | null {
    if (!this.isOpenTo(now)) return null;
    const isProbe = this.openedAt !== null;
    if (isProbe) this.probing = true;
    return { generation: this.generation, isProbe };
  }

  record({ generation, isProbe }: Admission, outcome: CallOutcome, now: number): void {
    if (generation !== this.generation) return;
    if (isProbe) {
      this.probing = false;
      if (outcome === 'ok') this.close();
      if (outcome === 'failed') this.open(now);
      return;
    }
    if (outcome === 'unknown') return;
    this.count(outcome, now);
    if (outcome === 'ok') return;
    const { calls, failures } = this.totals(now);
    if (calls >= this.settings.minCalls && failures >= calls * this.settings.failureRate) this.open(now);
  }

  /** The share of calls in the window that failed; 0 where there were none. */
  errorRate(now: number): number {
    const { calls, failures } = this.totals(now);
    return calls === 0 ? 0 : failures / calls;
  }

  /** Milliseconds until a call could try; 0: now. */
  opensIn(now: number): number {
    return this.openedAt === null ? 0 : Math.max(this.openedAt + this.settings.openMs - now, 0);
  }

  private open(now: number): void {
    this.openedAt = now;
    this.generation += 1;
  }

  private close(): void {
    this.openedAt = null;
    this.generation += 1;
    for (const slice of this.slices) Object.assign(slice, { slot: -1, calls: 0, failures: 0 });
  }

  private count(outcome: 'ok' | 'failed', now: number): void {
    const slot = this.slotAt(now);
    const slice = this.slices[slot % SLICES];
    if (!slice) return;
    if (slice.slot !== slot) Object.assign(slice, { slot, calls: 0, failures: 0 });
    slice.calls += 1;
    if (outcome === 'failed') slice.failures += 1;
  }

  private totals(now: number): { calls: number; failures: number } {
    const newest = this.slotAt(now);
    let [calls, failures] = [0, 0];
    for (const slice of this.slices) {
      if (slice.slot <= newest - SLICES) continue;
      calls += slice.calls;
      failures += slice.failures;
    }
    return { calls, failures };
  }

  private slotAt(now: number): number {
    return Math.floor((now * SLICES) / this.settings.windowMs);
  }
}
