import { Injectable } from '@nestjs/common';
import {
  BASE_LIST,
  ModelAdminService,
  type ModelRecordView,
  PriceAdminService,
  type PriceView,
  type RouteView,
} from '../models';
import { checkedCny, formatCny } from '../money';
import { priceOrParents } from '../unit-types';
import { type RouteFacts, RouteFactsQuery } from './route-facts.query';

/** One unit that customers pay for, beside what the dearest of the routes costs us. */
export interface PricedUnit {
  unit: PriceView['units'][number];
  dearestCny: string | null;
  /** The margin as a percentage of the price. Null if the cost is not known, or the price is 0. */
  marginPercent: number | null;
}

export interface ModelFacts {
  model: ModelRecordView;
  /** The prices of the base list. The latest start comes first. */
  prices: PriceView[];
  /** Undefined if none has started. */
  inForce: PriceView | undefined;
  units: PricedUnit[];
  routes: RouteFacts[];
}

const MOST_PRICES = 200;

@Injectable()
export class ModelFactsQuery {
  constructor(
    private readonly models: ModelAdminService,
    private readonly prices: PriceAdminService,
    private readonly routes: RouteFactsQuery,
  ) {}

  /** Throws NOT_FOUND. */
  async read(modelId: string): Promise<ModelFacts> {
    const model = await this.models.find(modelId);
    const [all, routes] = await Promise.all([
      this.prices.list({ limit: MOST_PRICES }, modelId),
      this.routes.ofModel(modelId),
    ]);
    const prices = all.items
      .filter(({ price_list_id }) => price_list_id === BASE_LIST.id)
      .toSorted((one, other) => other.effective_from.localeCompare(one.effective_from));
    const inForce = prices.find(({ effective_from }) => Date.parse(effective_from) <= Date.now());
    return {
      model,
      prices,
      inForce,
      units: (inForce?.units ?? []).map((unit) =>
        pricedUnit(
          unit,
          routes.map(({ route }) => route),
        ),
      ),
      routes,
    };
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
