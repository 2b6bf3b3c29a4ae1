/*
 * Images while the customer waits, in order: model → bounds → limits of the key → price (image-orders.service.ts) →
 * hold → routes (image-drawing.service.ts) → store → settle. Each image that comes back is charged; if none does, the
 * call fails and is free. Once images are drawn, a failure tells the client not to retry, because a retry would buy
 * them again. A customer who disconnects pays anyway. What was bought and not delivered is our loss.
 */
import { Inject, Injectable } from '@nestjs/common';
import { beginWork, ProcessEnding } from '@shipyard/platform/in-flight';
import { BillingService, type Hold, holdGone, knownCost, supplierCost } from '../../billing';
import { CONFIG, type GatewayConfig } from '../../config';
import type { IdempotencyRecorder } from '../../idempotency';
import type { Caller } from '../../keys';
import { notToRepeat } from '../../openai';
import { ImageMemory, SupplierError, type SupplierImage, toCustomerError } from '../../suppliers';
import { UndeliveredPurchase, type Drawn, ImageDrawingService } from './image-drawing.service';
import type { ImageFile } from '../files/image-file.entity';
import { ImageFilesService } from '../files/image-files.service';
import { ImageOrdersService, type PricedOrder } from '../image-orders.service';
import type { ImageGenerationInput } from '../images.dto';
import { type ImageDataView, imageUsageView, revisedPromptView } from '../images.view';
import { inMemory } from '../files/image-json';

/** Files of an answer that can be replayed outlive the URLs of the last replay. */
const REPLAYED_FOR_MS = 24 * 3_600_000;

interface AnswerForm {
  asLinks: boolean;
  recorder: IdempotencyRecorder | null;
}

@Injectable()
export class ImagesService {
  constructor(
    private readonly orders: ImageOrdersService,
    private readonly drawing: ImageDrawingService,
    private readonly billing: BillingService,
    private readonly files: ImageFilesService,
    private readonly imageMemory: ImageMemory,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Returns OpenAI's answer, the images for its empty `b64_json` fields in order, and the charge. */
  generate(caller: Caller, input: ImageGenerationInput, recorder: IdempotencyRecorder | null) {
    const form = { asLinks: input.response_format !== 'b64_json', recorder };
    return this.orders.withPricedOrder(caller, input, (order) => this.draw(caller, order, form));
  }

  private async draw(caller: Caller, order: PricedOrder, form: AnswerForm) {
    const hold = await this.billing.hold(caller, knownCost(linesFor(order, order.count)));
    // If the customer disconnects, the images are bought and charged anyway.
    const endWork = beginWork();
    const memory = this.imageMemory.open();
    try {
      const drawn = await this.drawing.draw(caller, order, order.routes, memory);
      return await this.deliver(caller.requestId, order, hold, drawn, form);
    } catch (error) {
      if (error instanceof UndeliveredPurchase)
        await this.billing.writeOff(caller, lossOf(caller.requestId, order, error));
      const failure = error instanceof UndeliveredPurchase ? error.cause : error;
      throw mayBeDrawn(failure) ? notToRepeat(toCustomerError(failure)) : toCustomerError(failure);
    } finally {
      memory.release();
      this.billing.release(hold);
      endWork();
    }
  }

  private async deliver(requestId: string, order: PricedOrder, hold: Hold, drawn: Drawn, form: AnswerForm) {
    const { images, lostCount, route } = drawn;
    const { asLinks } = form;
    const undelivered = (error: unknown, reason?: UndeliveredPurchase['reason']) =>
      new UndeliveredPurchase(route, images.length + lostCount, notToRepeat(toCustomerError(error)), reason);
    const { created, files } = await this.keep(images, form).catch((error: unknown) => {
      throw undelivered(error);
    });
    const settling = this.billing.settle(hold, {
      requestId,
      model: order.modelId,
      lines: linesFor(order, images.length),
      routeId: route.id,
      supplierCostNano: supplierCost(route, [{ unitType: 'image', units: images.length + lostCount }]),
    });
    const charge = await settling.catch((error: unknown) => {
      // The customer may have been charged, so this may not be a loss.
      throw notToRepeat(error);
    });
    if (!charge) {
      await this.files.discard(files);
      throw undelivered(holdGone(), 'hold_lost');
    }
    const usage = imageUsageView(images.length, charge.chargedNano);
    const data = asLinks ? files.map((file) => this.toLink(file)) : images.map(toPlace);
    return {
      answer: { created, data, usage },
      images: asLinks ? [] : images.map(({ bytes }) => inMemory(bytes)),
      costNano: charge.chargedNano,
    };
  }

  private async keep(images: SupplierImage[], { asLinks, recorder }: AnswerForm) {
    const keptMs = (recorder ? REPLAYED_FOR_MS : 0) + this.config.IMAGE_URL_TTL_SECONDS * 1_000;
    const files = asLinks ? await this.files.keep(images, new Date(Date.now() + keptMs)) : [];
    const created = Math.floor(Date.now() / 1_000);
    await recorder?.record({
      created,
      data: asLinks ? files.map(toKeptLink) : images.map(toBytesView),
      usage: imageUsageView(images.length, 0n),
    });
    return { created, files };
  }

  withAddresses<Answer extends KeptImages>(answer: Answer) {
    const data = answer.data.map(({ id, extension, ...image }): Partial<ImageDataView> =>
      id === undefined || extension === undefined ? image : { url: this.files.address({ id, extension }), ...image },
    );
    return { ...answer, data };
  }

  private toLink(file: ImageFile): ImageDataView {
    return { url: this.files.address(file), ...revisedPromptView(file.revisedPrompt) };
  }
}

/** Has file ids instead of URLs, because URLs expire. */
export interface KeptImages {
  data: ({ b64_json?: string; revised_prompt?: string } & Partial<Pick<ImageFile, 'id' | 'extension'>>)[];
}

const toKeptLink = ({ id, extension, revisedPrompt }: ImageFile) => ({
  id,
  extension,
  ...revisedPromptView(revisedPrompt),
});
const toPlace = ({ revisedPrompt }: SupplierImage): ImageDataView => ({
  b64_json: '',
  ...revisedPromptView(revisedPrompt),
});
const toBytesView = ({ bytes, revisedPrompt }: SupplierImage) => ({
  b64_json: bytes.toString('base64'),
  ...revisedPromptView(revisedPrompt),
});

const linesFor = ({ unitPriceNano }: PricedOrder, units: number) => [{ unitType: 'image', units, unitPriceNano }];

const lossOf = (requestId: string, { modelId }: PricedOrder, { route, units, reason }: UndeliveredPurchase) => ({
  requestId,
  model: modelId,
  routeId: route.id,
  supplierCostNano: supplierCost(route, [{ unitType: 'image', units }]),
  reason,
});

const mayBeDrawn = (error: unknown) =>
  error instanceof ProcessEnding || (error instanceof SupplierError && error.mayBeAccepted);
