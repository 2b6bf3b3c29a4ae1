/*
 * How a call finds its route:
 *
 * 1. skip  Skips routes whose breaker is open, whose keys all rest, or whose concurrency is used up. Each process may
 *    use an equal share of a route's concurrency.
 * 2. choose  Chooses among the others by priority, load and weight (choose-route.ts). If only open breakers leave no
 *    route, chooses the one that failed least.
 * 3. call  Makes one attempt, with one of the supplier's keys.
 * 4. retry  If another route could succeed before the deadline, and the caller still waits, starts again at 1. A
 *    route whose key was refused is tried again while it has a key that does not rest.
 * 5. judge  Tells the breakers of the routes that failed with a 5xx whether the request itself may be the reason.
 *
 * A route is leased until the end of its answer, so a stream counts as in flight while it runs. The breaker counts only
 * faults of the supplier (call-fault.ts).
 */
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { shareOfLimit } from '../limits';
import { type KeyPool, type SupplierAdapter, SupplierError } from '../suppliers';
import { failsEverywhere, isServersFault, outcomeOfFailure } from './call-fault';
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

export interface RoutedCall<Route extends Candidate> {
  candidates: readonly Route[];
  trace: RouteTrace;
  processes: number;
  signal: AbortSignalLike;
  customerId: string;
  mayTryAnother: (error: SupplierError) => boolean;
}

export interface Routed<Route extends Candidate, Answer> {
  candidate: Route;
  answer: Answer;
  lease: RouteLease;
}

/** What a call would do with a route. */
export interface RoutePlan<Route extends Candidate> {
  candidate: Route;
  verdict: 'chosen' | 'next' | 'refused';
  /** Why it would be skipped. A route that is chosen although it is open failed least of all. */
  why: SkipReason | null;
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

interface Failure {
  error: SupplierError;
  /** Undefined if the breaker knows the outcome already. */
  judge: ((outcome: CallOutcome) => void) | undefined;
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
    this.failedUnjudged(error)?.(outcomeOfFailure(error));
  }

  /** Ends the lease as `failed` does. The caller tells the breaker what it means once the call has ended. */
  failedUnjudged(error: unknown): ((outcome: CallOutcome) => void) | undefined {
    if (!this.leave(error instanceof SupplierError ? error.fault : 'internal')) return undefined;
    return (outcome) => this.load.breaker.record(this.admission, outcome, this.clock());
  }

  /** Says nothing about its other keys. */
  keyRefused(error: SupplierError): void {
    this.end('unknown', error.fault);
  }

  clientDisconnected(): void {
    this.end('unknown', 'left');
  }

  private end(outcome: CallOutcome, words: string): void {
    if (!this.leave(words)) return;
    const now = this.clock();
    this.load.breaker.record(this.admission, outcome, now);
    if (outcome === 'ok') this.load.took(now - this.beganAt);
  }

  /** Returns false if the lease had ended. */
  private leave(words: string): boolean {
    if (!this.isOpen) return false;
    this.isOpen = false;
    this.load.inFlight -= 1;
    this.traced.ended(words);
    return true;
  }
}

export class Router {
  private readonly loads = new Map<string, RouteLoad>();

  constructor(
    private readonly settings: BreakerSettings & { deadlineMs: number },
    private readonly clock: () => number = () => performance.now(),
    private readonly onOpen: () => void = () => undefined,
  ) {}

  /** Throws the last failure, NoRouteOpen, the reason of the signal, or at once an error that is not the supplier's. */
  async ask<Route extends Candidate, Answer>(
    call: RoutedCall<Route>,
    attempt: (candidate: Route, terms: AttemptTerms) => Promise<Answer>,
  ): Promise<Routed<Route, Answer>> {
    const failures: Failure[] = [];
    try {
      return await this.askInTurn(call, attempt, failures);
    } finally {
      const errors = failures.map(({ error }) => error);
      for (const { error, judge } of failures) judge?.(failsEverywhere(errors) ? 'unknown' : outcomeOfFailure(error));
    }
  }

  private async askInTurn<Route extends Candidate, Answer>(
    call: RoutedCall<Route>,
    attempt: (candidate: Route, terms: AttemptTerms) => Promise<Answer>,
    failures: Failure[],
  ): Promise<Routed<Route, Answer>> {
    const deadlineAt = this.clock() + this.settings.deadlineMs;
    const remaining = [...call.candidates];
    for (;;) {
      // Nobody waits for the answer of another route, and it would be bought all the same.
      call.signal.throwIfAborted();
      const candidate = this.choose(remaining, call, failures.length === 0);
      if (!candidate) throw failures.at(-1)?.error ?? new NoRouteOpen(this.opensIn(call.candidates));
      const load = this.loadOf(candidate.route.id);
      const now = this.clock();
      const admission = load.breaker.admit(call.customerId, now);
      remaining.splice(remaining.indexOf(candidate), 1);
      const apiKey = candidate.keys.take(now);
      const lease = new RouteLease(load, admission, call.trace.asked(candidate), this.clock);
      try {
        return { candidate, answer: await attempt(candidate, { apiKey, deadlineAt }), lease };
      } catch (error) {
        if (call.signal.aborted) lease.clientDisconnected();
        if (!(error instanceof SupplierError)) {
          lease.failed(error);
          throw error;
        }
        const endedAt = this.clock();
        if (candidate.keys.recordRefusal(apiKey, error.status, error.retryAfterMs, endedAt)) {
          lease.keyRefused(error);
          if (candidate.keys.hasRestedKeyAt(endedAt)) remaining.push(candidate);
        }
        failures.push({ error, judge: isServersFault(error) ? lease.failedUnjudged(error) : undefined });
        lease.failed(error);
        if (!call.mayTryAnother(error) || deadlineAt - endedAt < SHORTEST_ATTEMPT_MS) throw error;
      }
    }
  }

  /** What `ask` would do now, in its order: first the routes that it would ask, then those that it would skip. */
  plan<Route extends Candidate>(candidates: readonly Route[], processes: number): RoutePlan<Route>[] {
    const judged = candidates.map((candidate) => ({ candidate, why: this.reasonAgainst(candidate, processes) }));
    const skipped = judged.filter(({ why }) => why !== null);
    const usable = judged.filter(({ why }) => why === null).map(({ candidate }) => candidate);
    // Copies, so that a plan takes no route's turn.
    const balances = new Map(usable.map(({ route }) => [route.id, balanceOf(this.loadOf(route.id))]));
    const asked: Route[] = [];
    for (let rest = usable; rest.length > 0; rest = usable.filter((candidate) => !asked.includes(candidate))) {
      const route = chooseRoute(
        rest.map((candidate) => candidate.route),
        ({ id }) => balances.get(id) ?? balanceOf(this.loadOf(id)),
      );
      asked.push(...rest.filter((candidate) => candidate.route === route));
    }
    const chosen = usable.length > 0 ? asked[0] : this.leastBad(open(skipped));
    const plans = [...asked.map((candidate) => ({ candidate, why: null })), ...skipped].map(
      ({ candidate, why }): RoutePlan<Route> => ({
        candidate,
        why,
        verdict: candidate === chosen ? 'chosen' : why === null ? 'next' : 'refused',
      }),
    );
    return plans.toSorted((one, other) => Number(other.candidate === chosen) - Number(one.candidate === chosen));
  }

  /** Whether the breaker of a route is open or half-open. */
  get hasOpenBreaker(): boolean {
    const now = this.clock();
    return [...this.loads.values()].some(({ breaker }) => breaker.stateAt(now) !== 'closed');
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

  /** `isFirst`: without another route, one with an open breaker is chosen, because a refusal helps nobody. */
  private choose<Route extends Candidate>(
    remaining: Route[],
    { trace, processes }: Pick<RoutedCall<Route>, 'trace' | 'processes'>,
    isFirst: boolean,
  ): Route | undefined {
    const open: Route[] = [];
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
      if (why === 'open') open.push(candidate);
    }
    if (remaining.length === 0) return isFirst ? this.leastBad(open) : undefined;
    if (remaining.length < 2) return remaining[0];
    const route = chooseRoute(
      remaining.map((candidate) => candidate.route),
      ({ id }) => this.loadOf(id),
    );
    return remaining.find((candidate) => candidate.route === route);
  }

  private leastBad<Route extends Candidate>(open: Route[]): Route | undefined {
    const now = this.clock();
    const breakerOf = ({ route }: Route) => this.loadOf(route.id).breaker;
    return open.toSorted(
      (one, other) =>
        breakerOf(one).errorRate(now) - breakerOf(other).errorRate(now) ||
        breakerOf(one).opensIn(now) - breakerOf(other).opensIn(now) ||
        one.route.priority - other.route.priority,
    )[0];
  }

  private reasonAgainst({ route, keys }: Candidate, processes: number): SkipReason | null {
    const load = this.loadOf(route.id);
    const now = this.clock();
    if (route.maxConcurrency !== null && load.inFlight >= shareOfLimit(route.maxConcurrency, processes)) return 'busy';
    if (!keys.isAvailableAt(now)) return 'keys_resting';
    // The last reason, because a route that is only open can be asked if there is no other.
    return load.breaker.isOpenTo(now) ? null : 'open';
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
    const load = new RouteLoad(new CircuitBreaker(this.settings, this.onOpen));
    this.loads.set(routeId, load);
    return load;
  }
}

const open = <Route extends Candidate>(skipped: { candidate: Route; why: SkipReason | null }[]) =>
  skipped.filter(({ why }) => why === 'open').map(({ candidate }) => candidate);

const balanceOf = ({ inFlight, credit }: RouteLoad) => ({ inFlight, credit });
