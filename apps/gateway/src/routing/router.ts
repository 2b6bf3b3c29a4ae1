/*
 * How a call finds its route:
 *
 * 1. skip  Skips routes whose breaker is open, whose keys all rest, or whose concurrency is used up. Each process may
 *    use an equal share of a route's concurrency.
 * 2. choose  Chooses among the others by priority, load and weight (choose-route.ts).
 * 3. call  Makes one attempt, with one of the supplier's keys.
 * 4. retry  If another route could succeed before the deadline, starts again at 1. A route whose key was refused is
 *    tried again while it has a key that does not rest.
 *
 * A route is leased until the end of its answer, so a stream counts as in flight while it runs. The breaker counts only
 * faults of the supplier.
 */
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { shareOfLimit } from '../limits';
import { type KeyPool, type SupplierAdapter, SupplierError } from '../suppliers';
import {
  type Admission,
  type BreakerSettings,
  type BreakerState,
  type CallOutcome,
  CircuitBreaker,
} from './circuit-breaker';
import { chooseRoute, type RouteTerms } from './choose-route';

export interface Candidate {
  route: RouteTerms & { supplierId: string; maxConcurrency: number | null };
  supplier: SupplierAdapter;
  keys: KeyPool;
}

export type SkipReason = 'open' | 'busy' | 'keys_resting';

export interface AttemptTerms {
  apiKey: string | undefined;
  deadlineAt: number;
}

export interface RouteTrace {
  skipped(candidate: Candidate, why: SkipReason): void;
  asked(candidate: Candidate): { ended(outcome: string): void; produced(): void };
}

export interface Walk<Route extends Candidate> {
  candidates: readonly Route[];
  trace: RouteTrace;
  processes: number;
  signal: AbortSignalLike;
  mayTryAnother: (error: SupplierError) => boolean;
}

export interface Routed<Route extends Candidate, Answer> {
  candidate: Route;
  answer: Answer;
  lease: RouteLease;
}

export interface RouteHealth {
  state: BreakerState;
  inFlight: number;
  errorRate: number;
  p50Ms: number | null;
  p99Ms: number | null;
}

export class NoRouteOpen extends Error {
  constructor(readonly opensInMs: number) {
    super('No route is open');
  }
}

const DURATIONS_KEPT = 256;
/** No attempt starts with less time, because timers may fire early. */
const SHORTEST_ATTEMPT_MS = 10;

class RouteLoad {
  inFlight = 0;
  credit = 0;
  private readonly durations: number[] = [];
  private next = 0;

  constructor(readonly breaker: CircuitBreaker) {}

  took(ms: number): void {
    this.durations[this.next] = ms;
    this.next = (this.next + 1) % DURATIONS_KEPT;
  }

  percentile(share: number): number | null {
    const sorted = this.durations.toSorted((one, other) => one - other);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  }
}

export class RouteLease {
  private isOpen = true;

  constructor(
    private readonly load: RouteLoad,
    private readonly admission: Admission,
    private readonly traced: ReturnType<RouteTrace['asked']>,
    private readonly clock: () => number,
    private readonly beganAt = clock(),
  ) {
    load.inFlight += 1;
  }

  produced(): void {
    this.traced.produced();
  }

  answered(): void {
    this.end('ok', 'answered');
  }

  /** The call failed or was stopped. Only the first end counts. */
  failed(error: unknown): void {
    if (!(error instanceof SupplierError)) this.end('unknown', 'internal');
    else this.end(error.fault === 'failed' || error.fault === 'timeout' ? 'failed' : 'ok', error.fault);
  }

  /** Says nothing about its other keys. */
  keyRefused(error: SupplierError): void {
    this.end('unknown', error.fault);
  }

  clientDisconnected(): void {
    this.end('unknown', 'left');
  }

  private end(outcome: CallOutcome, words: string): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const now = this.clock();
    this.load.inFlight -= 1;
    this.load.breaker.record(this.admission, outcome, now);
    if (outcome === 'ok') this.load.took(now - this.beganAt);
    this.traced.ended(words);
  }
}

export class Router {
  private readonly loads = new Map<string, RouteLoad>();

  constructor(
    private readonly settings: BreakerSettings & { deadlineMs: number },
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Throws the last failure, NoRouteOpen, or at once an error that is not the supplier's. */
  async ask<Route extends Candidate, Answer>(
    walk: Walk<Route>,
    attempt: (candidate: Route, terms: AttemptTerms) => Promise<Answer>,
  ): Promise<Routed<Route, Answer>> {
    const deadlineAt = this.clock() + this.settings.deadlineMs;
    const remaining = [...walk.candidates];
    let failure: SupplierError | undefined;
    for (;;) {
      const candidate = this.choose(remaining, walk);
      if (!candidate) throw failure ?? new NoRouteOpen(this.opensIn(walk.candidates));
      const load = this.loadOf(candidate.route.id);
      const now = this.clock();
      const admission = load.breaker.admit(now);
      remaining.splice(remaining.indexOf(candidate), 1);
      if (!admission) continue;
      const apiKey = candidate.keys.take(now);
      const lease = new RouteLease(load, admission, walk.trace.asked(candidate), this.clock);
      try {
        return { candidate, answer: await attempt(candidate, { apiKey, deadlineAt }), lease };
      } catch (error) {
        if (walk.signal.aborted) lease.clientDisconnected();
        if (!(error instanceof SupplierError)) {
          lease.failed(error);
          throw error;
        }
        const endedAt = this.clock();
        if (candidate.keys.recordRefusal(apiKey, error.status, error.retryAfterMs, endedAt)) {
          lease.keyRefused(error);
          if (candidate.keys.hasRestedKeyAt(endedAt)) remaining.push(candidate);
        }
        lease.failed(error);
        if (!walk.mayTryAnother(error) || deadlineAt - endedAt < SHORTEST_ATTEMPT_MS) throw error;
        failure = error;
      }
    }
  }

  health(routeId: string): RouteHealth {
    const load = this.loadOf(routeId);
    const now = this.clock();
    return {
      state: load.breaker.stateAt(now),
      inFlight: load.inFlight,
      errorRate: load.breaker.errorRate(now),
      p50Ms: load.percentile(0.5),
      p99Ms: load.percentile(0.99),
    };
  }

  private choose<Route extends Candidate>(
    remaining: Route[],
    { trace, processes }: Pick<Walk<Route>, 'trace' | 'processes'>,
  ): Route | undefined {
    for (let at = 0; at < remaining.length;) {
      const candidate = remaining[at];
      const why = candidate && this.reasonAgainst(candidate, processes);
      if (!candidate || !why) {
        at += 1;
        continue;
      }
      // It is reported once and not tried later in the same call.
      remaining.splice(at, 1);
      trace.skipped(candidate, why);
    }
    if (remaining.length < 2) return remaining[0];
    const route = chooseRoute(
      remaining.map((candidate) => candidate.route),
      ({ id }) => this.loadOf(id),
    );
    return remaining.find((candidate) => candidate.route === route);
  }

  private reasonAgainst({ route, keys }: Candidate, processes: number): SkipReason | null {
    const load = this.loadOf(route.id);
    const now = this.clock();
    if (!load.breaker.isOpenTo(now)) return 'open';
    if (route.maxConcurrency !== null && load.inFlight >= shareOfLimit(route.maxConcurrency, processes)) return 'busy';
    return keys.isAvailableAt(now) ? null : 'keys_resting';
  }

  private opensIn(candidates: readonly Candidate[]): number {
    const now = this.clock();
    const waits = candidates.map(({ route, keys }) =>
      Math.max(this.loadOf(route.id).breaker.opensIn(now), keys.availableIn(now)),
    );
    return waits.length === 0 ? Infinity : Math.min(...waits);
  }

  private loadOf(routeId: string): RouteLoad {
    const known = this.loads.get(routeId);
    if (known) return known;
    const load = new RouteLoad(new CircuitBreaker(this.settings));
    this.loads.set(routeId, load);
    return load;
  }
}
