import { Inject, Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { unsealByRing } from '@shipyard/platform/sealing';
import { checkSupplier, type SupplierCheck } from '@shipyard/suppliers';
import { DataSource, type EntityManager, In } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, type Change, ChangesService } from '../changes/changes.service';
import { CONFIG, type GatewayConfig } from '../config';
import { BY_NAME, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { type StoredOptions, Supplier } from './supplier.entity';
import { SupplierKey } from './supplier-key.entity';
import { type SupplierView, toSupplierView } from './supplier.view';
import type { ChangeSupplierDto, CreateSupplierDto } from './suppliers.dto';
import { addSupplierKey, replaceSupplierKeys } from './suppliers.service';

const noSuchSupplier = () =>
  envelopeErrors.NOT_FOUND({ message: 'There is no supplier with this id. GET /admin/suppliers lists the suppliers.' });

@Injectable()
export class SupplierAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** By name. */
  async list(page: PageQuery): Promise<Page<SupplierView>> {
    const { manager } = this.dataSource;
    const { items, next_cursor } = await readPage(
      manager.createQueryBuilder(Supplier, 'supplier'),
      page,
      BY_NAME,
      (supplier) => supplier,
    );
    const keys = await keysOf(
      manager,
      items.map(({ id }) => id),
    );
    return { items: items.map((supplier) => this.view(supplier, keys)), next_cursor };
  }

  find(supplierId: string): Promise<SupplierView> {
    return this.read(this.dataSource.manager, supplierId);
  }

  create(
    actor: Actor,
    recorder: ResponseRecorder,
    { id, kind, ...input }: CreateSupplierDto,
  ): Promise<{ supplier: SupplierView }> {
    return this.write(actor, recorder, 'supplier.create', async (manager) => {
      await manager.insert(Supplier, { id, kind, ...toSupplierColumns(input), keysByOperator: true });
      for (const apiKey of input.api_keys ?? []) await addSupplierKey(manager, this.config, id, apiKey, false);
      const supplier = await this.read(manager, id);
      return { subjectId: id, before: null, after: supplier, answer: { supplier } };
    });
  }

  change(
    actor: Actor,
    recorder: ResponseRecorder,
    id: string,
    input: ChangeSupplierDto,
  ): Promise<{ supplier: SupplierView }> {
    return this.write(actor, recorder, 'supplier.update', async (manager) => {
      const stored = await lockSupplier(manager, id);
      const before = this.view(stored, await keysOf(manager, [id]));
      await manager.update(Supplier, { id }, toSupplierColumns(input, stored.options));
      if (input.api_keys) await replaceSupplierKeys(manager, this.config, id, input.api_keys);
      const after = await this.read(manager, id);
      return { subjectId: id, before, after, answer: { supplier: after } };
    });
  }

  remove(actor: Actor, recorder: ResponseRecorder, id: string): Promise<object> {
    return this.write(actor, recorder, 'supplier.delete', async (manager) => {
      const before = this.view(await lockSupplier(manager, id), await keysOf(manager, [id]));
      await manager.delete(Supplier, { id });
      return { subjectId: id, before, after: null, answer: {} };
    });
  }

  async test(supplierId: string): Promise<{ ok: boolean; checks: SupplierCheck[] }> {
    const { manager } = this.dataSource;
    const supplier = await manager.findOneBy(Supplier, { id: supplierId });
    if (!supplier) throw noSuchSupplier();
    const keys = await keysOf(manager, [supplierId]);
    const checks = await Promise.all((keys.length > 0 ? keys : [null]).map((key) => this.check(supplier, key)));
    return { ok: checks.every(({ ok }) => ok), checks };
  }

  private async check(supplier: Supplier, key: SupplierKey | null): Promise<SupplierCheck> {
    if (!key) return checkSupplier(supplier, null);
    const secret = unsealByRing(key, supplier.id, this.config.GATEWAY_MASTER_KEYS)?.toString();
    if (secret !== undefined) return checkSupplier(supplier, { secret, last4: key.last4 });
    return {
      last4: key.last4,
      ok: false,
      status: null,
      ms: 0,
      message: 'GATEWAY_MASTER_KEYS cannot decrypt this key. Set the key again.',
    };
  }

  private async read(manager: EntityManager, id: string): Promise<SupplierView> {
    const supplier = await manager.findOneBy(Supplier, { id });
    if (!supplier) throw noSuchSupplier();
    return this.view(supplier, await keysOf(manager, [id]));
  }

  private view(supplier: Supplier, keys: SupplierKey[]): SupplierView {
    const isServed = supplier.kind !== 'sandbox' || this.config.ENABLE_SANDBOX;
    return toSupplierView(
      supplier,
      keys.filter(({ supplierId }) => supplierId === supplier.id),
      isServed,
    );
  }

  private async write<Answer>(
    actor: Actor,
    recorder: ResponseRecorder,
    action: string,
    work: (manager: EntityManager) => Promise<Change<Answer>>,
  ): Promise<Answer> {
    try {
      return await this.changes.make(actor, recorder, action, work);
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'suppliers_pkey')
        throw changeErrors.CONFLICT({ message: 'A supplier with this id already exists. Use another id.' });
      if (constraint === 'model_routes_supplier_id_fkey')
        throw changeErrors.CONFLICT({ message: 'A route uses this supplier. Remove the route first.' });
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

export function toSupplierColumns({ base_url, internal, ...input }: ChangeSupplierDto, options: StoredOptions = {}) {
  return {
    baseUrl: base_url?.replace(/(?<!\/)\/+$/, ''),
    internal,
    options: {
      output_limit_parameter: input.output_limit_parameter ?? options.output_limit_parameter,
      stream_options: input.stream_options ?? options.stream_options,
      developer_role: input.developer_role ?? options.developer_role,
      extra_tools: input.extra_tools ?? options.extra_tools,
      extra_parameters: input.extra_parameters ?? options.extra_parameters,
      unsupported_parameters: input.unsupported_parameters ?? options.unsupported_parameters,
      response_formats: input.response_formats ?? options.response_formats,
      json_schema_by_tool: input.json_schema_by_tool ?? options.json_schema_by_tool,
      image_response_format: input.image_response_format ?? options.image_response_format,
      usage_time_zone: input.usage_time_zone ?? options.usage_time_zone,
      usage_csv: input.usage_csv ?? options.usage_csv,
      polls_per_second: input.polls_per_second ?? options.polls_per_second,
      timeouts: input.timeouts ? { ...input.timeouts } : options.timeouts,
    },
  };
}
