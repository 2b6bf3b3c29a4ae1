import { CallCounts, type CountedOutcome } from './call-counts';

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
export type CallOutcome = CountedOutcome | 'unknown';

export interface Admission {
  readonly customerId: string;
  readonly generation: number;
  /** `last_resort`: an open breaker let it through, because no other route was left. */
  readonly as: 'usual' | 'probe' | 'last_resort';
}

/**
 * Opens when too many calls fail, without those of the customer who fails most (call-counts.ts). Half open, it lets one
 * probe through. Times are milliseconds of a monotonic clock.
 */
export class CircuitBreaker {
  private readonly counts: CallCounts;
  private openedAt: number | null = null;
  private probing = false;
  /** Increases with every state change, so that outcomes of older calls are ignored. */
  private generation = 0;

  constructor(
    private readonly settings: BreakerSettings,
    private readonly onOpen: () => void = () => undefined,
  ) {
    this.counts = new CallCounts(settings.windowMs);
  }

  stateAt(now: number): BreakerState {
    if (this.openedAt === null) return 'closed';
    return now - this.openedAt < this.settings.openMs ? 'open' : 'half_open';
  }

  isOpenTo(now: number): boolean {
    const state = this.stateAt(now);
    return state === 'closed' || (state === 'half_open' && !this.probing);
  }

  /** Lets every call through. Ask `isOpenTo` whether it should be sent. Each admission must end with one `record`. */
  admit(customerId: string, now: number): Admission {
    const { generation } = this;
    if (this.openedAt === null) return { customerId, generation, as: 'usual' };
    if (!this.isOpenTo(now)) return { customerId, generation, as: 'last_resort' };
    this.probing = true;
    return { customerId, generation, as: 'probe' };
  }

  record({ customerId, generation, as }: Admission, outcome: CallOutcome, now: number): void {
    if (generation !== this.generation) return;
    if (outcome === 'unknown') {
      if (as === 'probe') this.probing = false;
    } else if (as !== 'usual' && outcome === 'ok') this.close();
    else if (as === 'probe') this.open(now);
    else {
      this.counts.count(customerId, outcome, now);
      if (as === 'usual' && outcome !== 'ok' && this.failsTooMuch(now)) this.open(now);
    }
  }

  /** The share of failed calls in the window, of all customers; 0 without calls. */
  errorRate(now: number): number {
    const { calls, failures } = this.counts.totals(now);
    return calls === 0 ? 0 : failures / calls;
  }

  opensIn(now: number): number {
    return this.openedAt === null ? 0 : Math.max(this.openedAt + this.settings.openMs - now, 0);
  }

  private failsTooMuch(now: number): boolean {
    const { calls, failures } = this.counts.totalsWithoutWorstCustomer(now);
    return calls >= this.settings.minCalls && failures >= calls * this.settings.failureRate;
  }

  private open(now: number): void {
    this.openedAt = now;
    this.probing = false;
    this.generation += 1;
    this.onOpen();
  }

  private close(): void {
    this.openedAt = null;
    this.probing = false;
    this.generation += 1;
    this.counts.clear();
  }
}
