import { Injectable } from '@nestjs/common';
import { isLongerThan } from '@shipyard/contracts';
import { inputInvalid, openAiErrors } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { Snapshot } from '../database/snapshot';
import { type SearchTerms, SuppliersService } from '../suppliers';
import type { TokenMargin } from '../tokens/prompt-tokens';
import type { Product } from '../products';
import { Model } from './model.entity';
import { ModelRoute } from './model-route.entity';
import { modelErrors } from './models.errors';
import type { UnitType } from '../unit-types';
import { Price } from './price.entity';

export interface CatalogModel {
  model: Model;
  prices: Price[];
  routes: ModelRoute[];
}

export interface ChatModel extends CatalogModel {
  margin: TokenMargin;
}

/** Models, prices and routes, at most 900 ms old. */
@Injectable()
export class CatalogService {
  private readonly models = new Snapshot(() => this.load());

  constructor(
    private readonly dataSource: DataSource,
    private readonly suppliers: SuppliersService,
  ) {}

  async listActive(): Promise<CatalogModel[]> {
    return [...(await this.models.get()).values()].filter(({ model }) => model.active);
  }

  /** Throws model_not_found, also for another product. Returns a promise only if it must read. */
  findActive(modelId: string, product?: Product): CatalogModel | Promise<CatalogModel> {
    const models = this.models.get();
    return models instanceof Promise
      ? models.then((read) => activeOf(read, modelId, product))
      : activeOf(models, modelId, product);
  }

  /** Throws model_not_found. */
  async firstActive(product: Product): Promise<CatalogModel> {
    const first = (await this.listActive()).find(({ model }) => model.product === product);
    if (!first)
      throw modelErrors.model_not_found({
        message: `There is no ${product} model at the moment. GET /v1/models lists all models.`,
        param: 'model',
      });
    return first;
  }

  /** Keeps the routes that support these parameters. Throws unsupported_parameter if none does. */
  withRoutesFor(found: CatalogModel, parameters: Record<string, unknown>): ChatModel | Promise<ChatModel> {
    const refused = this.suppliers.unsupportedParameters(found.routes, parameters);
    return refused instanceof Promise
      ? refused.then((read) => this.withMargin(honouring(found, read)))
      : this.withMargin(honouring(found, refused));
  }

  private withMargin(found: CatalogModel): ChatModel | Promise<ChatModel> {
    const margin = this.suppliers.tokenMargin(found.routes);
    return margin instanceof Promise ? margin.then((read) => ({ ...found, margin: read })) : { ...found, margin };
  }

  /** Throws unsupported_parameter, or invalid_value if the query is too long for the remaining routes. */
  async withRoutesForSearch(found: CatalogModel, terms: SearchTerms): Promise<CatalogModel> {
    const honoured = honouring(found, await this.suppliers.unsupportedSearchFields(found.routes, terms));
    return takingQuery(honoured, await this.suppliers.mostQueryCharacters(honoured.routes), terms.query);
  }

  private async load(): Promise<Map<string, CatalogModel>> {
    const [models, routes, prices] = await Promise.all([
      this.dataSource.manager.find(Model, { order: { createdAt: 'ASC', id: 'ASC' } }),
      this.dataSource.manager.find(ModelRoute, {
        where: { enabled: true },
        order: { priority: 'ASC', createdAt: 'ASC', id: 'ASC' },
      }),
      this.dataSource.manager
        .createQueryBuilder(Price, 'price')
        .where(
          'price.effective_at = (SELECT max(effective_at) FROM prices WHERE model_id = price.model_id AND effective_at <= now())',
        )
        .orderBy('price.position')
        .getMany(),
    ]);
    return new Map(
      models.map((model) => [
        model.id,
        {
          model,
          prices: prices.filter(({ modelId }) => modelId === model.id),
          routes: routes.filter(({ modelId }) => modelId === model.id),
        },
      ]),
    );
  }
}

function activeOf(models: Map<string, CatalogModel>, modelId: string, product: Product | undefined): CatalogModel {
  const found = models.get(modelId);
  if (!found?.model.active || (product !== undefined && found.model.product !== product)) {
    throw modelErrors.model_not_found({
      message: `There is no ${product === undefined ? '' : `${product} `}model with this name. GET /v1/models lists all models.`,
      param: 'model',
    });
  }
  return found;
}

/** Throws unsupported_parameter, with what the first route refuses, if no route is left. */
function honouring(found: CatalogModel, refused: (string | undefined)[]): CatalogModel {
  const [name] = refused;
  if (refused.every((each) => each === undefined)) return found;
  if (name !== undefined && !refused.includes(undefined))
    throw inputInvalid(name, 'is not supported by this model', 'unknown');
  return { ...found, routes: found.routes.filter((_, at) => refused[at] === undefined) };
}

function takingQuery(found: CatalogModel, most: (number | undefined)[], query: string): CatalogModel {
  const routes = found.routes.filter((_, at) => !isLongerThan(query, most[at] ?? Infinity));
  if (routes.length > 0 || found.routes.length === 0) return { ...found, routes };
  const longest = Math.max(...most.map((limit) => limit ?? Infinity));
  throw inputInvalid('query', `must have at most ${longest} characters for this model and these filters`);
}

export function priceOf({ prices }: CatalogModel, unitType: string): bigint | undefined {
  return prices.find((price) => price.unitType === unitType)?.priceNano;
}

/** Throws service_unavailable without a price, so that an answer is never free by accident. */
export function requiredPrice(model: CatalogModel, unitType: UnitType): bigint {
  const priceNano = priceOf(model, unitType);
  if (priceNano === undefined) {
    throw openAiErrors.service_unavailable({
      message: 'This model has no price yet, so it cannot be used. Choose another model.',
      headers: { 'retry-after': '60', 'retry-after-ms': '60000' },
    });
  }
  return priceNano;
}
