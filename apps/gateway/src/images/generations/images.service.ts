/*
 * Images while the customer waits, in order: model → bounds → limits of the key → price (image-orders.service.ts) →
 * hold → routes (image-drawing.service.ts) → store → settle. Each image that comes back is charged; if none does, the
 * call fails and is free. Once images are drawn, a failure tells the client not to retry, because a retry would buy
 * them again. A customer who disconnects pays anyway. What was bought and not delivered is our loss.
 */
import { Inject, Injectable } from '@nestjs/common';
import { beginWork, ProcessEnding } from '@shipyard/platform/in-flight';
import { BillingService, type Hold, holdGone, knownCost, SupplierAttempts, supplierCost } from '../../billing';
import { CONFIG, type GatewayConfig } from '../../config';
import type { IdempotencyRecorder } from '../../idempotency';
import type { Caller } from '../../keys';
import { notToRepeat } from '../../v1';
import { ImageMemory, SupplierError, type SupplierImage, toCustomerError } from '../../suppliers';
import { type Drawn, ImageDrawingService } from './image-drawing.service';
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
    const attempts = new SupplierAttempts(caller.requestId, order.modelId);
    try {
      const drawn = await this.drawing.draw(caller, order, order.routes, memory, attempts);
      return await this.deliver(caller.requestId, order, hold, drawn, attempts, form);
    } catch (error) {
      const failure = toCustomerError(error);
      throw attempts.mayBeBilled || mayBeDrawn(error) ? notToRepeat(failure) : failure;
    } finally {
      memory.release();
      this.billing.release(hold);
      await this.billing.writeOffUnpaid(caller, attempts);
      endWork();
    }
  }

  private async deliver(
    requestId: string,
    order: PricedOrder,
    hold: Hold,
    { images, lostCount, route }: Drawn,
    attempts: SupplierAttempts,
    form: AnswerForm,
  ) {
    const { asLinks } = form;
    const { created, files } = await this.keep(images, form);
    attempts.charging(route.id);
    const bought = [{ unitType: 'image', units: images.length + lostCount }];
    const settling = this.billing.settle(hold, {
      requestId,
      model: order.modelId,
      lines: linesFor(order, images.length),
      routeId: route.id,
      supplierCostNano: supplierCost(route, bought),
    });
    const charge = await settling.catch((error: unknown) => {
      throw notToRepeat(error);
    });
    if (!charge) {
      attempts.ended({ route, bill: 'billed', units: () => bought, reason: 'hold_lost' });
      await this.files.discard(files);
      throw holdGone();
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

const mayBeDrawn = (error: unknown) =>
  error instanceof ProcessEnding || (error instanceof SupplierError && error.mayBeAccepted);
