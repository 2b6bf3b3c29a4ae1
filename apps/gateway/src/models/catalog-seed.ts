import { uuidv7 } from '@shipyard/platform/ids';
import type { DataSource, EntityManager } from 'typeorm';
import { type MasterKeys, replaceFileKeys, Supplier, toSupplierColumns } from '../suppliers';
import type { CatalogFile, ModelInFile, SupplierInFile } from './catalog-file.dto';
import { Model } from './model.entity';
import { toModelColumns } from './model-admin.service';
import { ModelRoute } from './model-route.entity';
import { Price } from './price.entity';
import { BASE_LIST } from './price-list.entity';
import { toPriceRows } from './price-rows';
import { toRouteColumns } from './route-admin.service';

/** Existing rows stay as the operator left them, except keys that came from the file. */
export async function seedCatalog(
  dataSource: DataSource,
  config: MasterKeys,
  { suppliers, models }: CatalogFile,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    for (const supplier of suppliers) await seedSupplier(manager, config, supplier);
    for (const model of models) await seedModel(manager, model);
  });
}

/** A deleted supplier stays deleted. Its keys follow the file until an operator sets them. */
async function seedSupplier(manager: EntityManager, config: MasterKeys, supplier: SupplierInFile): Promise<void> {
  const [first] = await manager.query<unknown[]>(
    'INSERT INTO seeded_suppliers (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
    [supplier.id],
  );
  if (first) await addSupplier(manager, supplier);
  if (await manager.existsBy(Supplier, { id: supplier.id, keysByOperator: false })) {
    await replaceFileKeys(manager, config, supplier.id, supplier.api_keys ?? []);
  }
}

async function addSupplier(manager: EntityManager, supplier: SupplierInFile): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(Supplier)
    .values({ id: supplier.id, kind: supplier.kind, ...toSupplierColumns(supplier) })
    .orIgnore()
    .execute();
}

async function seedModel(manager: EntityManager, model: ModelInFile): Promise<void> {
  if (await manager.existsBy(Model, { id: model.id })) return;
  await manager.insert(Model, { id: model.id, ...toModelColumns(model) });
  for (const route of model.routes) {
    // The operator may have deleted it.
    if (!(await manager.existsBy(Supplier, { id: route.supplier_id }))) continue;
    await manager.insert(ModelRoute, { id: uuidv7(), modelId: model.id, ...toRouteColumns(route) });
  }
  const prices = toPriceRows(model.id, BASE_LIST.id, model.prices ?? []);
  if (prices.length > 0) await manager.insert(Price, prices);
}
