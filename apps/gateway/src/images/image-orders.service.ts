import { Injectable } from '@nestjs/common';
import { assertModelAllowed, type Caller } from '../keys/enterprise-key.guard';
import { KeyLimitsService } from '../limits/key-limits.service';
import { retryHeaders } from '../limits/limits.errors';
import { type CatalogModel, CatalogService, requiredPrice } from '../models/catalog.service';
import type { ModelRoute } from '../models/model-route.entity';
import { modelErrors } from '../models/models.errors';
import { RequestLogService } from '../requests/request-log.service';
import { SuppliersService } from '../suppliers/suppliers.service';
import { drawsImages } from './image-calls';
import { type ImageOrder, toImageOrder } from './image-order';
import type { ImageTaskInput } from './images.dto';

/** What an operator must mend first. */
const NO_ROUTE_WAIT_MS = 5_000;

/** What is to be drawn, by which model, at which price. */
export interface PricedOrder extends ImageOrder {
  modelId: string;
  unitPriceNano: bigint;
  /** Those whose supplier draws: at least one. */
  routes: ModelRoute[];
}

/** The checks that pictures have in common, whether their customer waits for them or not. */
@Injectable()
export class ImageOrdersService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly suppliers: SuppliersService,
    private readonly limits: KeyLimitsService,
    private readonly requests: RequestLogService,
  ) {}

  /** In order: model → its bounds → limits of the key, which `work` is counted for until it ends → price → routes → `work`. */
  async fill<Result>(caller: Caller, input: ImageTaskInput, work: (order: PricedOrder) => Promise<Result>): Promise<Result> {
    const found = await this.catalog.findActive(input.model, 'image');
    const modelId = found.model.id;
    this.requests.note(caller.requestId, { model: modelId });
    assertModelAllowed(caller, modelId);
    const order = toImageOrder(found.model, input);
    const passed = await this.limits.enter(caller, 0);
    try {
      const unitPriceNano = requiredPrice(found, 'image');
      return await work({ ...order, modelId, unitPriceNano, routes: await this.drawingRoutes(found) });
    } finally {
      passed.end();
    }
  }

  private async drawingRoutes({ routes }: CatalogModel): Promise<ModelRoute[]> {
    const drawing = (await this.suppliers.openRoutes(routes)).filter(({ supplier }) => drawsImages(supplier));
    if (drawing.length === 0) throw modelErrors.no_route_available({ headers: retryHeaders(NO_ROUTE_WAIT_MS) });
    return drawing.map(({ route }) => route);
  }
}
