import { Injectable } from '@nestjs/common';
import { assertModelAllowed, type Caller } from '../keys';
import { KeyLimitsService } from '../limits';
import { CatalogService, type ModelRoute, requiredPrice } from '../models';
import { RequestLogService } from '../request-log';
import { SuppliersService } from '../suppliers';
import { drawsImages } from './image-calls';
import { type ImageOrder, toImageOrder } from './image-order';
import type { ImageTaskInput } from './images.dto';

export interface PricedOrder extends ImageOrder {
  modelId: string;
  unitPriceNano: bigint;
  routes: ModelRoute[];
}

@Injectable()
export class ImageOrdersService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly suppliers: SuppliersService,
    private readonly limits: KeyLimitsService,
    private readonly requests: RequestLogService,
  ) {}

  /** Model → bounds → limits of the key, until `work` ends → price → `work`, which holds before it sees routes. */
  async withPricedOrder<Result>(
    caller: Caller,
    input: ImageTaskInput,
    work: (order: PricedOrder) => Promise<Result>,
  ): Promise<Result> {
    const found = await this.catalog.findActive(input.model, 'image');
    const modelId = found.model.id;
    this.requests.annotate(caller.requestId, { model: modelId });
    assertModelAllowed(caller, modelId);
    const order = toImageOrder(found.model, input);
    const admitted = await this.limits.admit(caller, 0);
    caller.rates.write(admitted.rates);
    try {
      const unitPriceNano = requiredPrice(found, 'image');
      return await work({ ...order, modelId, unitPriceNano, routes: found.routes });
    } finally {
      admitted.end();
    }
  }

  async isServed({ routes }: PricedOrder): Promise<boolean> {
    return (await this.suppliers.openRoutes(routes)).some(({ supplier }) => drawsImages(supplier));
  }
}
