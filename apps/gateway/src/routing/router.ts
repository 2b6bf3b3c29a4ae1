/*
 * How a call finds its route:
 *
 * 1. stand    Of the routes that were not asked yet, those stand aside whose breaker is open, whose keys all rest, or of whose concurrency this process
 *             has used its share: one part of as many as there are processes that ask it.
 * 2. choose   Of the others the first priority; there the least in flight for its weight, and among equals by turns (choose-route.ts).
 * 3. ask      One attempt, with a key of the supplier's.
 * 4. next     Where it fails in a way that another route could mend, and the deadline over all attempts has not passed: from 1 again. A route whose
 *             key was refused is asked again as long as it has a key that does not rest.
 *
 * A route is held until its answer has come to its end, so a stream counts as in flight while it runs. What the end says of the route goes to its
 * breaker: a fault of the supplier's is a failure; a fault of the caller's is none; a caller who leaves says nothing.
 */
import type { StopSignal } from '@shipyard/platform';
import { shareOfLimit } from '../limits/key-limits.service';
import { type KeyPool, type Supplier, SupplierError } from '../suppliers/suppliers.service';
import { type Admission, type BreakerSettings, type BreakerState, type CallOutcome, CircuitBreaker } from './circuit-breaker';
import { chooseRoute, type RouteTerms } from './choose-route';

/** A route that could be asked, with the supplier behind it. */
export interface Candidate {
  route: RouteTerms & { supplierId: string; maxConcurrency: number | null };
  supplier: Supplier;
  keys: KeyPool;
}

/** Why a route was not asked. */
export type StoodAside = 'open' | 'busy' | 'keys_resting';

/** What an attempt may use. */
export interface AttemptTerms {
  apiKey: string | undefined;
  /** When all attempts together must have ended, by the router's clock. */
  deadlineAt: number;
}

/** Hears of what becomes of the routes of one call. */
export interface RouteTrace {
  stoodAside(candidate: Candidate, why: StoodAside): void;
  asked(candidate: Candidate): { ended(outcome: string): void; produced(): void };
}

export interface Walk<Route extends Candidate> {
  candidates: readonly Route[];
  trace: RouteTrace;
  /** How many processes ask these routes, this one too. */
  processes: number;
  /** Aborts when the caller leaves. */
  signal: StopSignal;
  /** Whether a failure leaves it open that another route answers. */
  mayTryAnother: (error: SupplierError) => boolean;
}

/** An answer, and the hold on the route that gave it. */
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

/** No route could be asked at all. */
export class NoRouteOpen extends Error {
  /** Until one could be. */
  constructor(readonly opensInMs: number) {
    super('No route is open');
  }
}

const DURATIONS_KEPT = 256;
/** With less than this left, no attempt is begun: timers may fire a moment early. */
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

  /** The duration below which a share of the last calls stayed; null before the first. */
  percentile(share: number): number | null {
    const sorted = this.durations.toSorted((one, other) => one - other);
    return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
  }
}

/** A call under way on a route. */
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

  /** The first byte of the answer is there. */
  produced(): void {
    this.traced.produced();
  }

  /** The answer came to its end. */
  answered(): void {
    this.end('ok', 'answered');
  }

  /** The call failed, or was stopped. Only the first end counts. */
  failed(error: unknown): void {
    if (!(error instanceof SupplierError)) this.end('unknown', 'internal');
    else this.end(error.fault === 'failed' || error.fault === 'timeout' ? 'failed' : 'ok', error.fault);
  }

  /** The supplier refused the key: that says nothing of its other keys. */
  keyRefused(error: SupplierError): void {
    this.end('unknown', error.fault);
  }

  /** The caller went away. */
  left(): void {
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

/** What one process knows of the routes, and its way through them. */
export class Router {
  private readonly loads = new Map<string, RouteLoad>();

  constructor(
    private readonly settings: BreakerSettings & { deadlineMs: number },
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Throws the last failure, NoRouteOpen where nothing could be asked, or at once what is no failure of a supplier. */
  async ask<Route extends Candidate, Answer>(walk: Walk<Route>, attempt: (candidate: Route, terms: AttemptTerms) => Promise<Answer>): Promise<Routed<Route, Answer>> {
    const deadlineAt = this.clock() + this.settings.deadlineMs;
    const left = [...walk.candidates];
    let failure: SupplierError | undefined;
    for (;;) {
      const candidate = this.choose(left, walk);
      if (!candidate) throw failure ?? new NoRouteOpen(this.opensIn(walk.candidates));
      const load = this.loadOf(candidate.route.id);
      const now = this.clock();
      const admission = load.breaker.admit(now);
      left.splice(left.indexOf(candidate), 1);
      if (!admission) continue;
      const apiKey = candidate.keys.take(now);
      const lease = new RouteLease(load, admission, walk.trace.asked(candidate), this.clock);
      try {
        return { candidate, answer: await attempt(candidate, { apiKey, deadlineAt }), lease };
      } catch (error) {
        if (walk.signal.aborted) lease.left();
        if (!(error instanceof SupplierError)) {
          lease.failed(error);
          throw error;
        }
        const endedAt = this.clock();
        if (candidate.keys.refused(apiKey, error.status, error.retryAfterMs, endedAt)) {
          lease.keyRefused(error);
          if (candidate.keys.hasRestedAt(endedAt)) left.push(candidate);
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

  private choose<Route extends Candidate>(left: Route[], { trace, processes }: Pick<Walk<Route>, 'trace' | 'processes'>): Route | undefined {
    for (let at = 0; at < left.length; ) {
      const candidate = left[at];
      const why = candidate && this.reasonAgainst(candidate, processes);
      if (!candidate || !why) {
        at += 1;
        continue;
      }
      // It is told once, and not asked later in the same call.
      left.splice(at, 1);
      trace.stoodAside(candidate, why);
    }
    if (left.length < 2) return left[0];
    const route = chooseRoute(left.map((candidate) => candidate.route), ({ id }) => this.loadOf(id));
    return left.find((candidate) => candidate.route === route);
  }

  private reasonAgainst({ route, keys }: Candidate, processes: number): StoodAside | null {
    const load = this.loadOf(route.id);
    const now = this.clock();
    if (!load.breaker.isOpenTo(now)) return 'open';
    if (route.maxConcurrency !== null && load.inFlight >= shareOfLimit(route.maxConcurrency, processes)) return 'busy';
    return keys.isAvailableAt(now) ? null : 'keys_resting';
  }

  private opensIn(candidates: readonly Candidate[]): number {
    const now = this.clock();
    const waits = candidates.map(({ route, keys }) => Math.max(this.loadOf(route.id).breaker.opensIn(now), keys.availableIn(now)));
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
