import { Injectable } from '@nestjs/common';
import {
  BASE_LIST,
  CatalogService,
  ModelAdminService,
  type ModelRecordView,
  PriceAdminService,
  type PriceView,
  RouteAdminService,
  type RouteView,
} from '../models';
import { checkedCny, formatCny } from '../money';
import { type RouteHealth, RoutingService } from '../routing';
import { priceOrParents } from '../unit-types';

/** One unit that customers pay for, beside what the dearest of the routes costs us. */
export interface PricedUnit {
  unit: PriceView['units'][number];
  dearestCny: string | null;
  /** Of the price, in percent. Null if the cost is not known, or the price is 0. */
  marginPercent: number | null;
}

export interface RouteFacts {
  route: RouteView;
  /** Of the calls of its priority. */
  sharePercent: number;
  /** Undefined for a route that is switched off, or of a model that is not active. */
  health: RouteHealth | undefined;
}

export interface ModelFacts {
  model: ModelRecordView;
  /** Of the base list, the latest start first. */
  prices: PriceView[];
  /** Undefined if none has started. */
  inForce: PriceView | undefined;
  units: PricedUnit[];
  routes: RouteFacts[];
}

const MOST_ROUTES = 200;

@Injectable()
export class ModelFactsQuery {
  constructor(
    private readonly models: ModelAdminService,
    private readonly prices: PriceAdminService,
    private readonly routes: RouteAdminService,
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
  ) {}

  /** Throws NOT_FOUND. */
  async read(modelId: string): Promise<ModelFacts> {
    const model = await this.models.find(modelId);
    const [all, routes, health] = await Promise.all([
      this.prices.list({ limit: MOST_ROUTES }, modelId),
      this.routes.list({ limit: MOST_ROUTES }, modelId),
      this.healthOf(modelId),
    ]);
    const prices = all.items
      .filter(({ price_list_id }) => price_list_id === BASE_LIST.id)
      .toSorted((one, other) => other.effective_from.localeCompare(one.effective_from));
    const inForce = prices.find(({ effective_from }) => Date.parse(effective_from) <= Date.now());
    return {
      model,
      prices,
      inForce,
      units: (inForce?.units ?? []).map((unit) => pricedUnit(unit, routes.items)),
      routes: inOrder(routes.items).map((route) => ({
        route,
        sharePercent: shareOf(route, routes.items),
        health: health.get(route.id),
      })),
    };
  }

  private async healthOf(modelId: string): Promise<Map<string, RouteHealth>> {
    const found = (await this.catalog.listActive()).find(({ model }) => model.id === modelId);
    const known = found ? await this.routing.health(found.routes) : [];
    return new Map(known.map(({ route, health }) => [route.id, health]));
  }
}

export function pricedUnit(unit: PricedUnit['unit'], routes: RouteView[]): PricedUnit {
  const costs = routes
    .filter(({ enabled }) => enabled)
    .flatMap(({ supplier_prices: prices }) => {
      const price = priceOrParents(unit.unit_type, (type) => prices.find(({ unit_type }) => unit_type === type));
      return price ? [checkedCny(price.price_cny)] : [];
    });
  const [dearest] = costs.toSorted((one, other) => (one < other ? 1 : -1));
  const price = checkedCny(unit.price_cny);
  return {
    unit,
    dearestCny: dearest === undefined ? null : formatCny(dearest),
    marginPercent: dearest === undefined || price === 0n ? null : (1 - Number(dearest) / Number(price)) * 100,
  };
}

const inOrder = (routes: RouteView[]) =>
  routes.toSorted(
    (one, other) =>
      Number(other.enabled) - Number(one.enabled) ||
      one.priority - other.priority ||
      other.weight - one.weight ||
      one.id.localeCompare(other.id),
  );

function shareOf({ priority, weight, enabled }: RouteView, routes: RouteView[]): number {
  if (!enabled) return 0;
  const equals = routes.filter((route) => route.enabled && route.priority === priority);
  return (weight / equals.reduce((sum, each) => sum + each.weight, 0)) * 100;
}
