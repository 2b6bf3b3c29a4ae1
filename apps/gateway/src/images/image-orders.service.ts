import { Injectable } from '@nestjs/common';
import { assertModelAllowed, type Caller } from '../keys/enterprise-key.guard';
import { KeyLimitsService } from '../limits/key-limits.service';
import { CatalogService, requiredPrice } from '../models/catalog.service';
import type { ModelRoute } from '../models/model-route.entity';
import { RequestLogService } from '../requests/request-log.service';
import { type ImageOrder, toImageOrder } from './image-order';
import type { ImageTaskInput } from './images.dto';

/** What is to be drawn, by which model, at which price. */
export interface PricedOrder extends ImageOrder {
  modelId: string;
  unitPriceNano: bigint;
  route: ModelRoute;
}

/** The checks that pictures have in common, whether their customer waits for them or not. */
@Injectable()
export class ImageOrdersService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly limits: KeyLimitsService,
    private readonly requests: RequestLogService,
  ) {}

  /** In order: model → its bounds → limits of the key, which `work` is counted for until it ends → price → route → `work`. */
  async fill<Result>(caller: Caller, input: ImageTaskInput, work: (order: PricedOrder) => Promise<Result>): Promise<Result> {
    const found = await this.catalog.findActive(input.model, 'image');
    const modelId = found.model.id;
    this.requests.note(caller.requestId, { model: modelId });
    assertModelAllowed(caller, modelId);
    const order = toImageOrder(found.model, input);
    const passed = await this.limits.enter(caller, 0);
    try {
      const unitPriceNano = requiredPrice(found, 'image');
      return await work({ ...order, modelId, unitPriceNano, route: await this.catalog.chooseRoute(found) });
    } finally {
      passed.end();
    }
  }
}
