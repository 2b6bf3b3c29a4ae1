import { Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, type Change, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { checkedCny } from '../money';
import { type RouteView, toRouteView } from './catalog-admin.view';
import type { Product } from '../products';
import { Model } from './model.entity';
import { lockModel, ModelAdminService } from './model-admin.service';
import { ModelRoute } from './model-route.entity';
import type { ChangeRouteDto, CreateRouteDto } from './models.dto';
import { foreignUnit } from './price.entity';

const noSuchRoute = () => envelopeErrors.NOT_FOUND({ message: 'There is no route with this id. Check the id.' });

@Injectable()
export class RouteAdminService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly models: ModelAdminService,
  ) {}

  async list(page: PageQuery, modelId?: string): Promise<Page<RouteView>> {
    const query = this.dataSource.manager.createQueryBuilder(ModelRoute, 'route');
    if (modelId !== undefined)
      query.where('route.model_id = :modelId', { modelId: (await this.models.find(modelId)).id });
    const reasoning = await this.models.reasoning();
    return readPage(query, page, NEWEST_FIRST, (route) =>
      toRouteView(route, { reasoning: reasoning.has(route.modelId) }),
    );
  }

  /** Of all models, or of one. By model, then the oldest first. */
  async all(modelId?: string): Promise<RouteView[]> {
    const reasoning = await this.models.reasoning();
    const routes = await this.dataSource.manager.find(ModelRoute, {
      where: modelId === undefined ? {} : { modelId },
      order: { modelId: 'ASC', id: 'ASC' },
    });
    return routes.map((route) => toRouteView(route, { reasoning: reasoning.has(route.modelId) }));
  }

  /** Those that use the supplier now, or did before. */
  async idsOfSupplier(supplierId: string): Promise<string[]> {
    const routes = await this.dataSource.query<{ routeId: string }[]>(
      'SELECT DISTINCT route_id AS "routeId" FROM route_history WHERE supplier_id = $1',
      [supplierId],
    );
    return routes.map(({ routeId }) => routeId);
  }

  switchedOff(modelId: string): Promise<ModelRoute[]> {
    return this.dataSource.manager.find(ModelRoute, { where: { modelId, enabled: false }, order: { id: 'ASC' } });
  }

  async find(routeId: string): Promise<RouteView> {
    const route = await this.dataSource.manager.findOneBy(ModelRoute, { id: routeId });
    if (!route) throw noSuchRoute();
    return toRouteView(route, await this.dataSource.manager.findOneByOrFail(Model, { id: route.modelId }));
  }

  /** Throws CONFLICT if a route with this id is made already. */
  create(
    actor: Actor,
    recorder: ResponseRecorder,
    modelId: string,
    input: CreateRouteDto,
    id = uuidv7(),
  ): Promise<{ route: RouteView }> {
    return this.write(actor, recorder, 'route.create', async (manager) => {
      const model = await lockModel(manager, modelId);
      assertUnits(model.product, input);
      if (await manager.existsBy(ModelRoute, { id })) throw changeErrors.CONFLICT();
      await manager.insert(ModelRoute, { id, modelId, ...toRouteColumns(input) });
      const route = toRouteView(await manager.findOneByOrFail(ModelRoute, { id }), model);
      return { subjectId: id, before: null, after: route, answer: { route } };
    });
  }

  change(actor: Actor, recorder: ResponseRecorder, id: string, input: ChangeRouteDto): Promise<{ route: RouteView }> {
    return this.write(actor, recorder, 'route.update', async (manager) => {
      const before = await lockRoute(manager, id);
      const model = await lockModel(manager, before.modelId);
      assertUnits(model.product, input);
      const columns = toRouteColumns(input);
      if (Object.values(columns).some((value) => value !== undefined))
        await manager.update(ModelRoute, { id }, columns);
      const route = toRouteView(await manager.findOneByOrFail(ModelRoute, { id }), model);
      return { subjectId: id, before: toRouteView(before, model), after: route, answer: { route } };
    });
  }

  remove(actor: Actor, recorder: ResponseRecorder, id: string): Promise<object> {
    return this.write(actor, recorder, 'route.delete', async (manager) => {
      const removed = await lockRoute(manager, id);
      const before = toRouteView(removed, await lockModel(manager, removed.modelId));
      await manager.delete(ModelRoute, { id });
      return { subjectId: id, before, after: null, answer: {} };
    });
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
      if (violatedConstraint(error) === 'model_routes_supplier_id_fkey')
        throw inputInvalid('supplier_id', 'is not the id of a supplier');
      throw error;
    }
  }
}

async function lockRoute(manager: EntityManager, id: string): Promise<ModelRoute> {
  const route = await manager.findOne(ModelRoute, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!route) throw noSuchRoute();
  return route;
}

function assertUnits(product: Product, { supplier_prices = [] }: ChangeRouteDto): void {
  const foreign = foreignUnit(product, supplier_prices);
  if (foreign) throw inputInvalid(`supplier_prices[${foreign.at}].unit_type`, foreign.message);
}

export function toRouteColumns(input: ChangeRouteDto) {
  return {
    supplierId: input.supplier_id,
    upstreamModel: input.upstream_model,
    priority: input.priority,
    weight: input.weight,
    maxConcurrency: input.max_concurrency,
    maxImagesPerCall: input.max_images_per_call,
    supplierPrices: input.supplier_prices?.map(({ unit_type, price_cny }) => ({
      unit_type,
      price_nano: checkedCny(price_cny).toString(),
    })),
    onDisconnect: input.on_disconnect,
    usageGraceMs: input.usage_grace_ms,
    ignoreParameters: input.ignore_parameters,
    enabled: input.enabled,
  };
}
