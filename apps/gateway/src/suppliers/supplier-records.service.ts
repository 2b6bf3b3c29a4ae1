import { Inject, Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform';
import { DataSource, type EntityManager, In } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, type Change, ChangesService } from '../changes/changes.service';
import { CONFIG, type GatewayConfig } from '../config';
import { BY_NAME, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { checkSupplier, isCheckable, type SupplierCheck } from './check-supplier';
import { openSecret } from './sealed-secret';
import { Supplier, type SupplierOptions } from './supplier.entity';
import { SupplierKey } from './supplier-key.entity';
import { type SupplierView, toSupplierView } from './supplier.view';
import type { ChangeSupplierDto, CreateSupplierDto } from './suppliers.dto';
import { addSupplierKey, SUPPLIER_KINDS } from './suppliers.service';

const noSuchSupplier = () => envelopeErrors.NOT_FOUND({ message: 'There is no such supplier.' });

/** What operators do with suppliers. */
@Injectable()
export class SupplierRecordsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** By name. */
  async list(page: PageQuery): Promise<Page<SupplierView>> {
    const { manager } = this.dataSource;
    const { items, next_cursor } = await readPage(manager.createQueryBuilder(Supplier, 'supplier'), page, BY_NAME, (supplier) => supplier);
    const keys = await keysOf(manager, items.map(({ id }) => id));
    return { items: items.map((supplier) => this.view(supplier, keys)), next_cursor };
  }

  find(supplierId: string): Promise<SupplierView> {
    return this.read(this.dataSource.manager, supplierId);
  }

  async create(actor: Actor, { id, kind, ...input }: CreateSupplierDto): Promise<SupplierView> {
    if (kind === 'openai' && input.base_url === undefined) throw inputInvalid('base_url', 'is required for the kind openai', 'missing');
    return this.write(actor, 'supplier.create', async (manager) => {
      await manager.insert(Supplier, { id, kind, ...toColumns(input), options: withTimeouts({}, input), keysByOperator: true });
      for (const apiKey of input.api_keys ?? []) await addSupplierKey(manager, this.config, id, apiKey, false);
      const supplier = await this.read(manager, id);
      return { subjectId: id, before: null, after: supplier, result: supplier };
    });
  }

  change(actor: Actor, id: string, input: ChangeSupplierDto): Promise<SupplierView> {
    return this.write(actor, 'supplier.update', async (manager) => {
      const stored = await lockSupplier(manager, id);
      const before = this.view(stored, await keysOf(manager, [id]));
      await manager.update(Supplier, { id }, { ...toColumns(input), options: withTimeouts(stored.options, input) });
      if (input.api_keys) {
        await manager.update(Supplier, { id }, { keysByOperator: true });
        await manager.delete(SupplierKey, { supplierId: id });
        for (const apiKey of input.api_keys) await addSupplierKey(manager, this.config, id, apiKey, false);
      }
      const after = await this.read(manager, id);
      return { subjectId: id, before, after, result: after };
    });
  }

  /** Throws CONFLICT while a route uses it. */
  remove(actor: Actor, id: string): Promise<void> {
    return this.write(actor, 'supplier.delete', async (manager) => {
      const before = this.view(await lockSupplier(manager, id), await keysOf(manager, [id]));
      await manager.delete(Supplier, { id });
      return { subjectId: id, before, after: null, result: undefined };
    });
  }

  /** Asks the supplier with each of its keys. */
  async test(supplierId: string): Promise<{ ok: boolean; checks: SupplierCheck[] }> {
    const { manager } = this.dataSource;
    const supplier = await manager.findOneBy(Supplier, { id: supplierId });
    if (!supplier) throw noSuchSupplier();
    const nothing = { last4: null, status: null, ms: 0 };
    if (supplier.kind === 'sandbox') return { ok: true, checks: [{ ...nothing, ok: true, message: 'It is built in.' }] };
    if (!isCheckable(supplier.kind)) {
      return { ok: false, checks: [{ ...nothing, ok: false, message: `Suppliers of the kind ${supplier.kind} cannot be asked by this version.` }] };
    }
    const keys = (await keysOf(manager, [supplierId])).map((key) => ({
      secret: openSecret(key, supplierId, this.config.GATEWAY_MASTER_KEYS),
      last4: key.last4,
    }));
    const checks = await Promise.all((keys.length > 0 ? keys : [null]).map((key) => checkSupplier(supplier, key)));
    return { ok: checks.every(({ ok }) => ok), checks };
  }

  private async read(manager: EntityManager, id: string): Promise<SupplierView> {
    const supplier = await manager.findOneBy(Supplier, { id });
    if (!supplier) throw noSuchSupplier();
    return this.view(supplier, await keysOf(manager, [id]));
  }

  private view(supplier: Supplier, keys: SupplierKey[]): SupplierView {
    const isServed = SUPPLIER_KINDS.includes(supplier.kind) && (supplier.kind !== 'sandbox' || this.config.ENABLE_SANDBOX);
    return toSupplierView(supplier, keys.filter(({ supplierId }) => supplierId === supplier.id), isServed);
  }

  private async write<Result>(actor: Actor, action: string, work: (manager: EntityManager) => Promise<Change<Result>>): Promise<Result> {
    try {
      return await this.changes.make(actor, action, work);
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'suppliers_pkey') throw changeErrors.CONFLICT({ message: 'There is a supplier with this id.' });
      if (constraint === 'model_routes_supplier_id_fkey') throw changeErrors.CONFLICT({ message: 'A route uses this supplier. Remove the route first.' });
      throw error;
    }
  }
}

async function lockSupplier(manager: EntityManager, id: string): Promise<Supplier> {
  const supplier = await manager.findOne(Supplier, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!supplier) throw noSuchSupplier();
  return supplier;
}

function keysOf(manager: EntityManager, supplierIds: string[]): Promise<SupplierKey[]> {
  return manager.find(SupplierKey, { where: { supplierId: In(supplierIds) }, order: { createdAt: 'ASC', id: 'ASC' } });
}

function toColumns({ base_url, internal }: ChangeSupplierDto) {
  return { baseUrl: base_url?.replace(/\/+$/, ''), internal };
}

function withTimeouts(options: SupplierOptions, { timeouts }: ChangeSupplierDto): SupplierOptions {
  return timeouts ? { ...options, timeouts: { ...timeouts } } : options;
}
