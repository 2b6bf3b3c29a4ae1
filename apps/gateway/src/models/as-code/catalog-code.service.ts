import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { dump } from 'js-yaml';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, ChangesService } from '../../changes/changes.service';
import { CONFIG, type GatewayConfig } from '../../config';
import { replaceSupplierKeys, Supplier, toSupplierColumns } from '../../suppliers';
import { CatalogFileError, parseCatalog } from '../catalog-file';
import type { CatalogFile, ModelInFile, SupplierInFile } from '../catalog-file.dto';
import { Model } from '../model.entity';
import { toModelColumns } from '../model-admin.service';
import { ModelRoute } from '../model-route.entity';
import { BASE_LIST } from '../price-list.entity';
import { Price } from '../price.entity';
import { toPriceRows } from '../price-rows';
import { toRouteColumns } from '../route-admin.service';
import { type CatalogChange, catalogChanges } from './catalog-changes';
import { byRoute, isPlaceholder, placeholderOf, stateOfFile } from './catalog-state';
import { readStoredCatalog, type StoredCatalog } from './stored-catalog';

const HEAD = `# The catalog of this gateway, as GATEWAY_CONFIG and POST /admin/catalog/plan take it. Prices are those in force of the base list.
# A key is written as a name, because the gateway shows no secret. /admin/catalog/apply keeps the stored key; GATEWAY_CONFIG reads the
# environment variable of that name.
`;

/** Placeholders stay as they are: a variable of this process would be a secret that an operator could send anywhere. */
const NO_ENVIRONMENT: NodeJS.ProcessEnv = new Proxy({}, { get: (_, name) => `\${${String(name)}}` });

/** The catalog as one file, so that an operator can keep it in Git. */
@Injectable()
export class CatalogCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async export(): Promise<string> {
    const { state } = await this.read();
    const file = {
      suppliers: [...state.suppliers].map(([id, fields]) => ({ id, ...fields })),
      models: [...state.models].map(([id, { fields, prices, routes }]) => ({
        id,
        ...fields,
        ...(prices && { prices }),
        routes: [...routes.values()],
      })),
    };
    return HEAD + dump(file, { lineWidth: 140, noRefs: true });
  }

  /** Throws VALIDATION_FAILED if the YAML is no catalog. Changes nothing. */
  async plan(yaml: string): Promise<{ changes: CatalogChange[] }> {
    const file = await readYaml(yaml);
    return { changes: planned(await this.read(), file) };
  }

  /** Makes the whole difference in one transaction, and returns it. */
  async apply(actor: Actor, recorder: ResponseRecorder, yaml: string): Promise<{ changes: CatalogChange[] }> {
    const file = await readYaml(yaml);
    return this.changes.make(actor, recorder, 'catalog.apply', async (manager) => {
      // No other change of the catalog may come between the reading and the writing. Calls go on.
      await manager.query('LOCK TABLE suppliers, models, model_routes, prices IN SHARE ROW EXCLUSIVE MODE');
      const stored = await readStoredCatalog(manager, this.config);
      const changes = planned(stored, file);
      await this.write(manager, stored, file, changes);
      const sides = (side: 'from' | 'to') => Object.fromEntries(changes.map((change) => [change.path, change[side]]));
      return { subjectId: 'catalog', before: sides('from'), after: sides('to'), answer: { changes } };
    });
  }

  private read(): Promise<StoredCatalog> {
    // One moment for all tables.
    return this.dataSource.transaction('REPEATABLE READ', (manager) => readStoredCatalog(manager, this.config));
  }

  private async write(
    manager: EntityManager,
    stored: StoredCatalog,
    file: CatalogFile,
    changes: readonly CatalogChange[],
  ): Promise<void> {
    const isChanged = (path: string) =>
      changes.some((change) => change.path === path || change.path.startsWith(`${path}.`));
    for (const supplier of file.suppliers)
      if (isChanged(`suppliers.${supplier.id}`)) await this.writeSupplier(manager, stored, supplier);
    for (const model of file.models) if (isChanged(`models.${model.id}`)) await writeModel(manager, stored, model);
    for (const [id, { fields }] of stored.state.models) {
      if (file.models.some((model) => model.id === id)) continue;
      await manager.delete(ModelRoute, { modelId: id });
      if (fields.active === true) await manager.update(Model, { id }, { active: false });
    }
    for (const id of stored.state.suppliers.keys())
      if (!file.suppliers.some((supplier) => supplier.id === id)) await manager.delete(Supplier, { id });
  }

  private async writeSupplier(manager: EntityManager, stored: StoredCatalog, supplier: SupplierInFile): Promise<void> {
    const { id, kind } = supplier;
    const columns = { ...toSupplierColumns(supplier), internal: supplier.internal ?? false };
    if (stored.state.suppliers.has(id))
      await manager.update(Supplier, { id }, { ...columns, baseUrl: columns.baseUrl ?? null });
    else await manager.insert(Supplier, { id, kind, ...columns });
    const known = stored.keys.get(id) ?? [];
    const keys = (keysByName(stored, supplier) ?? []).map((key) => known[placeAmong(known, id, key)] ?? key);
    if (!isDeepStrictEqual(keys, known)) await replaceSupplierKeys(manager, this.config, id, keys);
  }
}

const placeAmong = (known: readonly string[], supplierId: string, name: string) =>
  known.findIndex((_, at) => placeholderOf(supplierId, at) === name);

/**
 * The keys of a file, with a placeholder for each that is stored. Without keys, and with placeholders alone, the stored
 * ones stay, so that a file need not hold secrets and may have names of its own.
 */
function keysByName({ keys, state }: StoredCatalog, { id, api_keys: wanted }: SupplierInFile): string[] | undefined {
  const known = keys.get(id) ?? [];
  if (state.suppliers.has(id) && (wanted === undefined || (wanted.length > 0 && wanted.every(isPlaceholder))))
    return known.length > 0 ? known.map((_, at) => placeholderOf(id, at)) : undefined;
  if (wanted?.length === 0 && known.length === 0) return undefined;
  return wanted?.map((key) => (known.includes(key) ? placeholderOf(id, known.indexOf(key)) : key));
}

async function writeModel(manager: EntityManager, { state, routes }: StoredCatalog, model: ModelInFile): Promise<void> {
  const { id } = model;
  const before = state.models.get(id);
  if (before) await manager.update(Model, { id }, toModelColumns(model));
  else await manager.insert(Model, { id, ...toModelColumns(model) });
  const known = routes.get(id) ?? new Map<string, ModelRoute>();
  const wanted = byRoute(model.routes, (route) => ({
    supplierId: route.supplier_id,
    upstreamModel: route.upstream_model,
  }));
  for (const [name, row] of known) if (!wanted.has(name)) await manager.delete(ModelRoute, { id: row.id });
  for (const [name, route] of wanted) {
    const row = known.get(name);
    const columns = { ...ROUTE_DEFAULTS, ...withoutUndefined(toRouteColumns(route)) };
    if (row) await manager.update(ModelRoute, { id: row.id }, columns);
    else await manager.insert(ModelRoute, { id: uuidv7(), modelId: id, ...columns });
  }
  const { prices } = stateOfFile({ suppliers: [], models: [model] }).models.get(id) ?? {};
  if (prices && JSON.stringify(prices) !== JSON.stringify(before?.prices ?? []))
    await manager.insert(Price, toPriceRows(id, BASE_LIST.id, model.prices ?? []));
}

/** What a file does not say is the default, not what was stored before. */
const ROUTE_DEFAULTS = {
  priority: 0,
  weight: 1,
  maxConcurrency: null,
  maxImagesPerCall: 10,
  supplierPrices: [],
  onDisconnect: null,
  usageGraceMs: 5_000,
  ignoreParameters: [],
  enabled: true,
};

const withoutUndefined = <Columns extends object>(columns: Columns) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

async function readYaml(yaml: string): Promise<CatalogFile> {
  try {
    return await parseCatalog(yaml, NO_ENVIRONMENT);
  } catch (error) {
    if (error instanceof CatalogFileError) throw inputInvalid('yaml', `is no catalog: ${error.message}`);
    throw error;
  }
}

/** Throws VALIDATION_FAILED for what no call can change. */
function planned(stored: StoredCatalog, file: CatalogFile): CatalogChange[] {
  const suppliers = file.suppliers.map((supplier) => {
    assertWritable(stored, supplier);
    return { ...supplier, api_keys: keysByName(stored, supplier) };
  });
  for (const { id, product } of file.models) {
    const before = stored.state.models.get(id)?.fields;
    if (before && before.product !== product)
      throw inputInvalid('yaml', `changes the product of the model ${id}. Give the new model another id`);
  }
  return catalogChanges(stored.state, stateOfFile({ ...file, suppliers }));
}

function assertWritable(stored: StoredCatalog, supplier: SupplierInFile): void {
  const { id, kind, when: _, api_keys: __, ...others } = supplier;
  if (JSON.stringify(others).includes('${'))
    throw inputInvalid('yaml', `has \${ in the supplier ${id}. Only api_keys may have it, because no variable is read`);
  const before = stored.state.suppliers.get(id);
  if (before && before.kind !== kind)
    throw inputInvalid('yaml', `changes the kind of the supplier ${id}. Give the new supplier another id`);
  const known = stored.keys.get(id) ?? [];
  if (keysByName(stored, supplier)?.some((key) => isPlaceholder(key) && placeAmong(known, id, key) < 0))
    throw inputInvalid('yaml', `has no stored key for a \${…} of the supplier ${id}. Write the key itself`);
}
