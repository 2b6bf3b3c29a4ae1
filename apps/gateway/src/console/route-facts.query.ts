import { Injectable } from '@nestjs/common';
import { CatalogService, RouteAdminService, type RouteView } from '../models';
import { type RouteHealth, RoutingService } from '../routing';

export interface RouteFacts {
  route: RouteView;
  /** Its share of the calls of its priority. */
  sharePercent: number;
  /** What the buttons for more and less would make of its weight. */
  weights: { more: number; less: number };
  /** Undefined for a route that is switched off, or of a model that is not active. */
  health: RouteHealth | undefined;
  /** Nobody else answers calls of the model. */
  isAlone: boolean;
}

@Injectable()
export class RouteFactsQuery {
  constructor(
    private readonly routes: RouteAdminService,
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
  ) {}

  /** The routes of all models, by model and in the order in which they are asked. */
  async all(): Promise<RouteFacts[]> {
    const [routes, health] = await Promise.all([this.routes.all(), this.health()]);
    const models = [...new Set(routes.map(({ model }) => model))];
    return models.flatMap((id) =>
      routeFactsOf(
        routes.filter(({ model }) => model === id),
        health,
      ),
    );
  }

  async ofModel(modelId: string): Promise<RouteFacts[]> {
    const [routes, health] = await Promise.all([this.routes.all(modelId), this.health(modelId)]);
    return routeFactsOf(routes, health);
  }

  private async health(modelId?: string): Promise<Map<string, RouteHealth>> {
    const active = await this.catalog.listActive();
    const routes = active.flatMap((found) => (modelId === undefined || found.model.id === modelId ? found.routes : []));
    const known = await this.routing.health(routes);
    return new Map(known.map(({ route, health }) => [route.id, health]));
  }
}

/** Of one model, in the order in which they are asked. */
export const routeFactsOf = (routes: RouteView[], health: ReadonlyMap<string, RouteHealth>): RouteFacts[] =>
  inOrder(routes).map((route) => {
    const equals = routes.filter(({ enabled, priority }) => enabled && priority === route.priority);
    const all = equals.reduce((sum, { weight }) => sum + weight, 0);
    const step = Math.max(1, Math.round(all / 10));
    return {
      route,
      sharePercent: route.enabled ? (route.weight / all) * 100 : 0,
      weights: { more: route.weight + step, less: Math.max(1, route.weight - step) },
      health: health.get(route.id),
      isAlone: route.enabled && routes.filter(({ enabled }) => enabled).length === 1,
    };
  });

const inOrder = (routes: RouteView[]) =>
  routes.toSorted(
    (one, other) =>
      Number(other.enabled) - Number(one.enabled) ||
      one.priority - other.priority ||
      other.weight - one.weight ||
      one.id.localeCompare(other.id),
  );
