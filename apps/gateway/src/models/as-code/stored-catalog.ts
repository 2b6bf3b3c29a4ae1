import { type EntityManager, In } from 'typeorm';
import { type MasterKeys, readSupplierKeys, Supplier } from '../../suppliers';
import { ModelRoute } from '../model-route.entity';
import { Model } from '../model.entity';
import { BASE_LIST } from '../price-list.entity';
import { Price } from '../price.entity';
import { type PriceUnitView, toPriceView } from '../price.view';
import { byRoute, type CatalogState, modelFields, priceFields, routeFields, supplierFields } from './catalog-state';

export interface StoredCatalog {
  state: CatalogState;
  /** The secrets, by supplier, in the order of their placeholders. */
  keys: Map<string, string[]>;
  /** The rows of the routes, by model and name. */
  routes: Map<string, Map<string, ModelRoute>>;
}

/** Reads all suppliers, models and routes, and the prices of the base list that are in force. */
export async function readStoredCatalog(manager: EntityManager, config: MasterKeys): Promise<StoredCatalog> {
  const suppliers = await manager.find(Supplier, { order: { id: 'ASC' } });
  const keys = await readSupplierKeys(manager, config);
  const models = await manager.find(Model, { order: { id: 'ASC' } });
  const rows = await manager.find(ModelRoute, { order: { priority: 'ASC', createdAt: 'ASC', id: 'ASC' } });
  const prices = await pricesInForce(manager);
  const routes = new Map(
    models.map(({ id }) => [
      id,
      byRoute(
        rows.filter(({ modelId }) => modelId === id),
        (route) => route,
      ),
    ]),
  );
  return {
    keys,
    routes,
    state: {
      suppliers: new Map(
        suppliers.map((supplier) => [supplier.id, supplierFields(supplier, keys.get(supplier.id)?.length ?? 0)]),
      ),
      models: new Map(
        models.map((model) => {
          const units = prices.get(model.id);
          return [
            model.id,
            {
              fields: modelFields(model),
              prices: units && priceFields(units),
              routes: new Map([...(routes.get(model.id) ?? [])].map(([name, route]) => [name, routeFields(route)])),
            },
          ];
        }),
      ),
    },
  };
}

async function pricesInForce(manager: EntityManager): Promise<Map<string, PriceUnitView[]>> {
  const current = await manager.query<{ list_id: string }[]>(
    `SELECT DISTINCT ON (model_id) list_id FROM prices
     WHERE price_list_id = $1 AND effective_at <= clock_timestamp() ORDER BY model_id, effective_at DESC`,
    [BASE_LIST.id],
  );
  const rows = await manager.find(Price, {
    where: { listId: In(current.map(({ list_id }) => list_id)) },
    order: { position: 'ASC' },
  });
  const units = new Map<string, PriceUnitView[]>();
  for (const row of rows) units.set(row.modelId, [...(units.get(row.modelId) ?? []), ...toPriceView([row]).units]);
  return units;
}
