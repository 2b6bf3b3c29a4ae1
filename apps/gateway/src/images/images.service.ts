/*
 * Pictures while the customer waits, in order: model → its bounds → limits of the key → price → route (image-orders.service.ts) → hold → supplier → keep → settle.
 * Charged is what comes back, a picture at a time; nothing coming back is an error and costs nothing.
 * Once they are drawn, a failure tells the client not to ask again: each time we would buy them again, and may have charged.
 * A customer who leaves meanwhile pays all the same: the pictures are bought.
 */
import { Inject, Injectable } from '@nestjs/common';
import { openAiErrors } from '@shipyard/http';
import { beginWork } from '@shipyard/platform';
import { BillingService, knownCost, supplierCost } from '../billing/billing.service';
import { CONFIG, type GatewayConfig } from '../config';
import type { AnswerKeeper } from '../idempotency/idempotency.service';
import type { Caller } from '../keys/enterprise-key.guard';
import { notToRepeat } from '../openai/openai-surface.view';
import { outcomeOf, RequestLogService } from '../requests/request-log.service';
import { SupplierError, SuppliersService, toCustomerError } from '../suppliers/suppliers.service';
import { drawImages } from './draw-images';
import { toImageCall } from './image-order';
import { ImageFilesService } from './image-files.service';
import { ImageOrdersService, type PricedOrder } from './image-orders.service';
import type { ImageGenerationInput } from './images.dto';
import type { ImageFile } from './image-file.entity';
import { imageUsageView } from './images.view';

/** Files of an answer that can be replayed outlive the last replay's addresses. */
const REPLAYED_FOR_MS = 24 * 3_600_000;

@Injectable()
export class ImagesService {
  constructor(
    private readonly orders: ImageOrdersService,
    private readonly suppliers: SuppliersService,
    private readonly billing: BillingService,
    private readonly files: ImageFilesService,
    private readonly requests: RequestLogService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** OpenAI's answer, and what was charged for it. */
  generate(caller: Caller, input: ImageGenerationInput, keeper: AnswerKeeper | null) {
    const asLinks = input.response_format !== 'b64_json';
    return this.orders.fill(caller, input, (order) => this.draw(caller, order, asLinks, keeper));
  }

  private async draw(caller: Caller, order: PricedOrder, asLinks: boolean, keeper: AnswerKeeper | null) {
    const { requestId } = caller;
    const { modelId, unitPriceNano, route } = order;
    const linesFor = (units: number) => [{ unitType: 'image', units, unitPriceNano }];
    const hold = await this.billing.hold(caller, knownCost(linesFor(order.count)));
    const attempt = this.requests.attempt(requestId, { routeId: route.id, supplierId: route.supplierId });
    let drawn = false;
    let settled = false;
    // The customer may leave; the pictures are bought and charged all the same.
    const endWork = beginWork();
    try {
      const images = await drawImages(await this.suppliers.get(route.supplierId), toImageCall(order, route.upstreamModel));
      drawn = true;
      attempt.ended('answered');
      const keptMs = (keeper ? REPLAYED_FOR_MS : 0) + this.config.IMAGE_URL_TTL_SECONDS * 1_000;
      const expiresAt = new Date(Date.now() + keptMs);
      const files = asLinks ? await this.files.keep(images, expiresAt, null) : [];
      const data = asLinks ? files.map(toKeptLink) : images.map(({ bytes }) => ({ b64_json: bytes.toString('base64') }));
      const answer = { created: Math.floor(Date.now() / 1_000), data, usage: imageUsageView(images.length, 0n) };
      await keeper?.keep(answer);
      const charge = await this.billing.settle(hold, {
        requestId, model: modelId, lines: linesFor(images.length), routeId: route.id, supplierCostNano: supplierCost(route, [{ unitType: 'image', units: images.length }]),
      });
      if (!charge) throw openAiErrors.service_unavailable({ headers: { 'retry-after': '1' } });
      settled = true;
      const usage = imageUsageView(images.length, charge.chargedNano);
      return { answer: this.withAddresses({ ...answer, usage }), costNano: charge.chargedNano };
    } catch (error) {
      attempt.ended(outcomeOf(error));
      throw drawn || mayBeDrawn(error) ? notToRepeat(toCustomerError(error)) : toCustomerError(error);
    } finally {
      if (!settled) this.billing.release(hold);
      endWork();
    }
  }

  /** A kept answer, with addresses that are good from now on. */
  withAddresses<Answer extends KeptImages>(answer: Answer) {
    const data = answer.data.map((image) => ('b64_json' in image ? image : { url: this.files.address(image) }));
    return { ...answer, data };
  }
}

/** An answer as it is kept for its Idempotency-Key: with files in the place of addresses, which end. */
export interface KeptImages {
  data: ({ b64_json: string } | KeptLink)[];
}

type KeptLink = Pick<ImageFile, 'id' | 'extension'>;

const toKeptLink = ({ id, extension }: ImageFile): KeptLink => ({ id, extension });

/** The supplier may have drawn all the same. */
const mayBeDrawn = (error: unknown) => error instanceof SupplierError && error.mayBeAccepted;
