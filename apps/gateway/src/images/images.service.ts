/*
 * Pictures while the customer waits, in order: model → its bounds → price → route → hold → supplier → keep → settle.
 * Charged is what comes back, a picture at a time; nothing coming back is an error and costs nothing.
 * Once they are drawn, a failure tells the client not to ask again: each time we would buy them again, and may have charged.
 * A customer who leaves meanwhile pays all the same: the pictures are bought.
 */
import { Inject, Injectable } from '@nestjs/common';
import { openAiErrors } from '@shipyard/http';
import { BillingService } from '../billing/billing.service';
import { CONFIG, type GatewayConfig } from '../config';
import { assertModelAllowed, type Caller } from '../keys/enterprise-key.guard';
import { CatalogService, requiredPrice } from '../models/catalog.service';
import { notToRepeat } from '../openai/openai-surface.view';
import { SuppliersService, toCustomerError } from '../suppliers/suppliers.service';
import { drawImages } from './draw-images';
import { toImageCall, toImageOrder } from './image-order';
import { ImageFilesService } from './image-files.service';
import type { ImageGenerationInput } from './images.dto';
import { imageUsageView } from './images.view';

@Injectable()
export class ImagesService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly suppliers: SuppliersService,
    private readonly billing: BillingService,
    private readonly files: ImageFilesService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** OpenAI's answer, and what was charged for it. */
  async generate(caller: Caller, input: ImageGenerationInput) {
    const found = await this.catalog.findActive(input.model, 'image');
    assertModelAllowed(caller, found.model.id);
    const order = toImageOrder(found.model, input);
    const unitPriceNano = requiredPrice(found, 'image');
    const route = await this.catalog.chooseRoute(found);
    const linesFor = (units: number) => [{ unitType: 'image', units, unitPriceNano }];
    const hold = await this.billing.hold(caller, linesFor(order.count));
    let drawn = false;
    let settled = false;
    try {
      const images = await drawImages(await this.suppliers.get(route.supplierId), toImageCall(order, route.upstreamModel));
      drawn = true;
      const asLinks = input.response_format !== 'b64_json';
      const expiresAt = new Date(Date.now() + this.config.IMAGE_URL_TTL_SECONDS * 1_000);
      const files = asLinks ? await this.files.keep(images, expiresAt, null) : [];
      const charge = await this.billing.settle(hold, {
        requestId: caller.requestId, model: found.model.id, lines: linesFor(images.length), routeId: route.id,
      });
      if (!charge) throw openAiErrors.service_unavailable({ headers: { 'retry-after': '1' } });
      settled = true;
      const data = asLinks
        ? files.map((file) => ({ url: this.files.address(file) }))
        : images.map(({ bytes }) => ({ b64_json: bytes.toString('base64') }));
      const created = Math.floor(Date.now() / 1_000);
      return { answer: { created, data, usage: imageUsageView(images.length, charge.chargedNano) }, costNano: charge.chargedNano };
    } catch (error) {
      throw drawn ? notToRepeat(error) : toCustomerError(error);
    } finally {
      if (!settled) this.billing.release(hold);
    }
  }
}
