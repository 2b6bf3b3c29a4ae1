export interface BreakerSettings {
  windowMs: number;
  minCalls: number;
  /** The share of failures, 0 to 1, at which it opens. */
  failureRate: number;
  openMs: number;
}

export const BREAKER_STATES = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** `unknown`: the call ended for a reason that says nothing about the route. */
export type CallOutcome = 'ok' | 'failed' | 'unknown';

export interface Admission {
  readonly generation: number;
  readonly isProbe: boolean;
}

const SLICES = 30;

/** Half open, it lets one probe through. Times are milliseconds of a monotonic clock. */
export class CircuitBreaker {
  private readonly slices = Array.from({ length: SLICES }, () => ({ slot: -1, calls: 0, failures: 0 }));
  private openedAt: number | null = null;
  private probing = false;
  /** Increases with every state change, so that outcomes of older calls are ignored. */
  private generation = 0;

  constructor(private readonly settings: BreakerSettings) {}

  stateAt(now: number): BreakerState {
    if (this.openedAt === null) return 'closed';
    return now - this.openedAt < this.settings.openMs ? 'open' : 'half_open';
  }

  isOpenTo(now: number): boolean {
    const state = this.stateAt(now);
    return state === 'closed' || (state === 'half_open' && !this.probing);
  }

  /** Lets a call through, or returns null. Each admission must end with one `record`. */
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

  /** The share of failed calls in the window; 0 without calls. */
  errorRate(now: number): number {
    const { calls, failures } = this.totals(now);
    return calls === 0 ? 0 : failures / calls;
  }

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
