import { Inject, Injectable } from '@nestjs/common';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { CONFIG, type GatewayConfig } from '../config';
import { modelErrors, type ModelRoute } from '../models';
import { HeartbeatsService } from '../processes';
import { retryHeaders } from '../limits';
import { RequestLogService } from '../request-log';
import { tracedSuppliers } from './supplier-spans';
import { type SupplierAdapter, type SupplierError, SuppliersService } from '../suppliers';
import {
  type AttemptTerms,
  type Candidate,
  NoRouteOpen,
  type Routed,
  type RouteHealth,
  type RoutePlan,
  Router,
  type RouteTrace,
  type SkipReason,
} from './router';

export type { AttemptTerms, RouteLease } from './router';

export interface OpenRoute extends Candidate {
  route: ModelRoute;
}

export interface RoutedCall {
  requestId: string | null;
  customerId: string;
  routes: ModelRoute[];
  countsWorkers?: boolean;
  signal: AbortSignalLike;
  isServedBy: (supplier: SupplierAdapter) => boolean;
  mayTryAnother: (error: SupplierError) => boolean;
  /** The parameters that a route leaves out of this call. */
  ignoredBy?: (route: ModelRoute) => readonly string[];
}

export interface PlannedRoute {
  route: ModelRoute;
  verdict: RoutePlan<Candidate>['verdict'];
  /** `product`: its supplier does not do this kind of call. `closed`: its supplier cannot be called. */
  why: SkipReason | 'product' | 'closed' | null;
}

const NO_TRACE: RouteTrace = {
  skipped: () => undefined,
  asked: () => ({ ended: () => undefined, produced: () => undefined }),
};

const SHORTEST_WAIT_MS = 1_000;
/** Only an operator can change it. */
const NO_ROUTE_WAIT_MS = 5_000;

export const noRouteAvailable = (waitMs = NO_ROUTE_WAIT_MS) =>
  modelErrors.no_route_available({ headers: retryHeaders(waitMs) });

/** Each process knows the routes by its own calls. The request's trace records what was called or skipped. */
@Injectable()
export class RoutingService {
  private readonly router: Router;
  private whenOpened = () => {};

  constructor(
    private readonly suppliers: SuppliersService,
    private readonly requests: RequestLogService,
    private readonly heartbeats: HeartbeatsService,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    const settings = {
      windowMs: config.BREAKER_WINDOW_SECONDS * 1_000,
      minCalls: config.BREAKER_MIN_CALLS,
      failureRate: config.BREAKER_FAILURE_PERCENT / 100,
      openMs: config.BREAKER_OPEN_SECONDS * 1_000,
      deadlineMs: config.REQUEST_DEADLINE_SECONDS * 1_000,
    };
    this.router = new Router(settings, undefined, () => this.whenOpened());
  }

  /** Calls `listener` when the breaker of a route opens. */
  listen(listener: () => void): void {
    this.whenOpened = listener;
  }

  /** Returns the first answer. Throws no_route_available or the last failure. */
  async ask<Answer>(
    call: RoutedCall,
    attempt: (open: OpenRoute, terms: AttemptTerms) => Promise<Answer>,
  ): Promise<Routed<OpenRoute, Answer>> {
    const open = await this.suppliers.openRoutes(call.routes);
    const { requestId, signal } = call;
    try {
      return await this.router.ask(
        {
          candidates: open.filter(({ supplier }) => call.isServedBy(supplier)),
          signal,
          customerId: call.customerId,
          processes: this.processes(call.countsWorkers ?? false),
          mayTryAnother: call.mayTryAnother,
          trace: tracedSuppliers(
            requestId === null ? NO_TRACE : new LoggedTrace(this.requests, requestId, call),
            requestId,
          ),
        },
        attempt,
      );
    } catch (error) {
      if (!(error instanceof NoRouteOpen)) throw error;
      throw noRouteAvailable(
        Number.isFinite(error.opensInMs) ? Math.max(error.opensInMs, SHORTEST_WAIT_MS) : NO_ROUTE_WAIT_MS,
      );
    }
  }

  /** What a call would do with these routes now, as this process sees them, in its order. Nothing is asked. */
  async plan(
    routes: readonly ModelRoute[],
    { isServedBy, countsWorkers = false }: Pick<RoutedCall, 'isServedBy' | 'countsWorkers'>,
  ): Promise<PlannedRoute[]> {
    const open = await this.suppliers.openRoutes(routes);
    const candidates = open.filter(({ supplier }) => isServedBy(supplier));
    const plans = this.router.plan(candidates, this.processes(countsWorkers));
    const known = new Set(plans.map(({ candidate }) => candidate.route));
    const opened = new Set(open.map(({ route }) => route));
    return [
      ...plans.map(({ candidate: { route }, verdict, why }) => ({ route, verdict, why })),
      ...routes
        .filter((route) => !known.has(route))
        .map((route) => ({ route, verdict: 'refused', why: opened.has(route) ? 'product' : 'closed' }) as const),
    ];
  }

  private processes(countsWorkers: boolean): number {
    return countsWorkers ? this.heartbeats.processes : this.heartbeats.servingProcesses;
  }

  /** Whether the breaker of a route that this process has asked is open or half-open. Reads nothing from Postgres. */
  get hasOpenBreaker(): boolean {
    return this.router.hasOpenBreaker;
  }

  async health(routes: ModelRoute[]): Promise<{ route: ModelRoute; health: RouteHealth }[]> {
    const open = await this.suppliers.openRoutes(routes);
    return open.map(({ route }) => ({ route, health: this.router.health(route.id) }));
  }
}

class LoggedTrace implements RouteTrace {
  constructor(
    private readonly requests: RequestLogService,
    private readonly requestId: string,
    private readonly call: RoutedCall,
  ) {}

  skipped({ route }: Candidate, why: SkipReason): void {
    this.requests.skipRoute(this.requestId, { routeId: route.id, supplierId: route.supplierId }, why);
  }

  asked({ route }: Candidate) {
    const asked = this.call.routes.find(({ id }) => id === route.id);
    const ignored = asked && this.call.ignoredBy?.(asked);
    return this.requests.attempt(this.requestId, { routeId: route.id, supplierId: route.supplierId, ignored });
  }
}
