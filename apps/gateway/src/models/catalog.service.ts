import { Injectable } from '@nestjs/common';
import { inputInvalid } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { Snapshot } from '../database/snapshot';
import { type SupplierAdapter, SuppliersService, type UnfitField } from '../suppliers';
import type { TokenMargin } from '../tokens/prompt-tokens';
import type { Product } from '../products';
import { type Catalog, type CatalogModel, readCatalog } from './catalog';
import { modelErrors } from './models.errors';

export interface ChatModel extends CatalogModel {
  margin: TokenMargin;
}

/** Models, prices and routes, at most 900 ms old. A customer sees the prices of its list, and nobody those of the base. */
@Injectable()
export class CatalogService {
  private readonly catalog = new Snapshot(() => readCatalog(this.dataSource));

  constructor(
    private readonly dataSource: DataSource,
    private readonly suppliers: SuppliersService,
  ) {}

  async listActive(customerId: string | null = null): Promise<CatalogModel[]> {
    const catalog = await this.catalog.get();
    return catalog.modelIds.map((id) => catalog.find(id, customerId)).filter(isActive);
  }

  /** Throws model_not_found, also for another product. Returns a promise only if it must read. */
  findActive(
    modelId: string,
    product?: Product,
    customerId: string | null = null,
  ): CatalogModel | Promise<CatalogModel> {
    const find = (catalog: Catalog) => activeOf(catalog.find(modelId, customerId), product);
    const catalog = this.catalog.get();
    return catalog instanceof Promise ? catalog.then(find) : find(catalog);
  }

  /**
   * As `findActive`, for work that another process took in: that one may know a model, or its routes, before this copy
   * does.
   */
  async findTaken(modelId: string, product: Product): Promise<CatalogModel> {
    const known = (await this.catalog.get()).find(modelId, null);
    if (isActive(known) && known.routes.length > 0) return activeOf(known, product);
    return activeOf((await this.catalog.renew()).find(modelId, null), product);
  }

  /** Throws model_not_found. */
  async firstActive(product: Product, customerId: string | null = null): Promise<CatalogModel> {
    const first = (await this.listActive(customerId)).find(({ model }) => model.product === product);
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

  /** Throws unsupported_parameter, or invalid_value if a field is too long for the routes that are left. */
  async withFitRoutes(
    found: CatalogModel,
    unfitField?: (supplier: SupplierAdapter) => UnfitField | undefined,
  ): Promise<CatalogModel> {
    if (!unfitField) return found;
    const unfit = await this.suppliers.unfitFields(found.routes, unfitField);
    if (!unfit.includes(undefined)) assertNotTooLong(unfit);
    return honouring(
      found,
      unfit.map((each) => each?.field),
    );
  }
}

const isActive = (found: CatalogModel | undefined): found is CatalogModel => found?.model.active === true;

function activeOf(found: CatalogModel | undefined, product: Product | undefined): CatalogModel {
  if (!isActive(found) || (product !== undefined && found.model.product !== product)) {
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

function assertNotTooLong(unfit: readonly (UnfitField | undefined)[]): void {
  const tooLong = unfit.flatMap((each) => (each?.most === undefined ? [] : [{ field: each.field, most: each.most }]));
  const [longest] = tooLong.sort((one, other) => other.most - one.most);
  if (longest)
    throw inputInvalid(longest.field, `must have at most ${longest.most} characters for this model and these filters`);
}
