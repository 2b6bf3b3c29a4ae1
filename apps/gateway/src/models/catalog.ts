import type { DataSource, EntityManager } from 'typeorm';
import { Model } from './model.entity';
import { ModelRoute } from './model-route.entity';
import { type ModelPrice, PriceBook, type PriceRows } from './price-book';
import { Price } from './price.entity';
import { BASE_LIST, CustomerPriceList, PriceList } from './price-list.entity';

export interface CatalogModel {
  model: Model;
  /** In force at the moment at which the model was found. */
  prices: ModelPrice[];
  /** The name of the list that the prices are of. */
  priceList: string;
  routes: ModelRoute[];
}

interface PricedModel extends CatalogModel {
  pricesUntil: number;
}

/** A copy of the tables. Prices start and end in it by the clock of Postgres, without another read. */
export class Catalog {
  /** By model and price list, because most requests ask for the same. */
  private readonly priced = new Map<string, Map<string, PricedModel>>();
  private readonly models: Map<string, Omit<CatalogModel, 'prices' | 'priceList'>>;

  constructor(
    models: Omit<CatalogModel, 'prices' | 'priceList'>[],
    private readonly book: PriceBook,
    private readonly now: () => number,
  ) {
    this.models = new Map(models.map((each) => [each.model.id, each]));
  }

  get modelIds(): string[] {
    return [...this.models.keys()];
  }

  /** With the prices of the customer's list, or of the base list for nobody. */
  find(modelId: string, customerId: string | null): CatalogModel | undefined {
    const found = this.models.get(modelId);
    if (!found) return undefined;
    const at = this.now();
    const list = customerId === null ? this.book.list(BASE_LIST.id) : this.book.listOf(customerId, at);
    const byModel = this.priced.get(list.id) ?? new Map<string, PricedModel>();
    this.priced.set(list.id, byModel);
    const known = byModel.get(modelId);
    if (known && at < known.pricesUntil) return known;
    const { value: prices, until: pricesUntil } = this.book.pricesOf(list.id, modelId, at);
    const priced = { ...found, prices, priceList: list.name, pricesUntil };
    byModel.set(modelId, priced);
    return priced;
  }
}

export async function readCatalog({ manager }: DataSource): Promise<Catalog> {
  const [models, routes, prices, now] = await Promise.all([
    manager.find(Model, { order: { createdAt: 'ASC', id: 'ASC' } }),
    manager.find(ModelRoute, {
      where: { enabled: true },
      order: { priority: 'ASC', createdAt: 'ASC', id: 'ASC' },
    }),
    readPriceRows(manager),
    readClock(manager),
  ]);
  return new Catalog(
    models.map((model) => ({ model, routes: routes.filter(({ modelId }) => modelId === model.id) })),
    new PriceBook(prices),
    now,
  );
}

export interface StoredPrices extends PriceRows {
  lists: PriceList[];
  prices: Price[];
}

/** What is in force, and what starts later. */
export async function readPriceRows(manager: EntityManager): Promise<StoredPrices> {
  const [prices, assignments] = await Promise.all([
    manager
      .createQueryBuilder(Price, 'price')
      .where(
        `price.effective_at >= COALESCE((SELECT max(effective_at) FROM prices
           WHERE model_id = price.model_id AND price_list_id = price.price_list_id AND effective_at <= now()), '-infinity')`,
      )
      .orderBy('price.effective_at')
      .addOrderBy('price.list_id')
      .addOrderBy('price.position')
      .getMany(),
    manager
      .createQueryBuilder(CustomerPriceList, 'assignment')
      .where(
        `assignment.effective_at >= COALESCE((SELECT max(effective_at) FROM customer_price_lists
           WHERE customer_id = assignment.customer_id AND effective_at <= now()), '-infinity')`,
      )
      .orderBy('assignment.effective_at')
      .addOrderBy('assignment.id')
      .getMany(),
  ]);
  // Last, so that every list that a row names is there.
  return { prices, assignments, lists: await manager.find(PriceList) };
}

/** The clock of Postgres, which dates the prices, as of now and without further queries. */
async function readClock(manager: EntityManager): Promise<() => number> {
  const [row] = await manager.query<{ now_ms: string }[]>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS now_ms',
  );
  const aheadMs = Number(row?.now_ms) - performance.now();
  return () => aheadMs + performance.now();
}
