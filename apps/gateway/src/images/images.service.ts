/*
 * Pictures while the customer waits, in order: model → its bounds → limits of the key → price (image-orders.service.ts) → hold → routes
 * (image-drawing.service.ts) → keep → settle. Charged is what comes back, a picture at a time; nothing coming back is an error and costs
 * nothing. Once they are drawn, a failure tells the client not to ask again: each time we would buy them again, and may have charged.
 * A customer who leaves meanwhile pays all the same: the pictures are bought. What was bought and nobody gets is a loss of ours.
 */
import { Inject, Injectable } from '@nestjs/common';
import { beginWork, ProcessEnding } from '@shipyard/platform';
import { holdGone } from '../billing/billing.errors';
import { BillingService, type Hold, knownCost, supplierCost } from '../billing/billing.service';
import { CONFIG, type GatewayConfig } from '../config';
import type { IdempotencyRecorder } from '../idempotency/idempotency.service';
import type { Caller } from '../keys/enterprise-key.guard';
import { notToRepeat } from '../openai/openai-error.view';
import { PictureMemory, SupplierError, type SupplierImage, toCustomerError } from '../suppliers/suppliers.service';
import { UndeliveredPurchase, type Drawn, ImageDrawingService } from './image-drawing.service';
import type { ImageFile } from './image-file.entity';
import { ImageFilesService } from './image-files.service';
import { ImageOrdersService, type PricedOrder } from './image-orders.service';
import type { ImageGenerationInput } from './images.dto';
import { type ImageDataView, imageUsageView, revisedPromptView } from './images.view';
import { inMemory } from './picture-json';

/** Files of an answer that can be replayed outlive the last replay's addresses. */
const REPLAYED_FOR_MS = 24 * 3_600_000;

/** How an answer is to be given. */
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
    private readonly pictures: PictureMemory,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** OpenAI's answer, the pictures whose `b64_json` is empty in it, in its order, and what was charged for it. */
  generate(caller: Caller, input: ImageGenerationInput, recorder: IdempotencyRecorder | null) {
    const form = { asLinks: input.response_format !== 'b64_json', recorder };
    return this.orders.fill(caller, input, (order) => this.draw(caller, order, form));
  }

  private async draw(caller: Caller, order: PricedOrder, form: AnswerForm) {
    const hold = await this.billing.hold(caller, knownCost(linesFor(order, order.count)));
    // The customer may leave; the pictures are bought and charged all the same.
    const endWork = beginWork();
    const room = this.pictures.open();
    try {
      const drawn = await this.drawing.draw(caller.requestId, order, order.routes, room);
      return await this.deliver(caller.requestId, order, hold, drawn, form);
    } catch (error) {
      if (error instanceof UndeliveredPurchase) await this.billing.writeOff(caller, lossOf(caller.requestId, order, error));
      const failure = error instanceof UndeliveredPurchase ? error.cause : error;
      throw mayBeDrawn(failure) ? notToRepeat(toCustomerError(failure)) : toCustomerError(failure);
    } finally {
      room.leave();
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
      // The customer may have paid: nobody knows that it is a loss.
      throw notToRepeat(error);
    });
    if (!charge) {
      await this.files.discard(files);
      throw undelivered(holdGone(), 'hold_lost');
    }
    const usage = imageUsageView(images.length, charge.chargedNano);
    const data = asLinks ? files.map((file) => this.toLink(file)) : images.map(toPlace);
    return { answer: { created, data, usage }, pictures: asLinks ? [] : images.map(({ bytes }) => inMemory(bytes)), costNano: charge.chargedNano };
  }

  private async keep(images: SupplierImage[], { asLinks, recorder }: AnswerForm) {
    const keptMs = (recorder ? REPLAYED_FOR_MS : 0) + this.config.IMAGE_URL_TTL_SECONDS * 1_000;
    const files = asLinks ? await this.files.keep(images, new Date(Date.now() + keptMs)) : [];
    const created = Math.floor(Date.now() / 1_000);
    await recorder?.record({ created, data: asLinks ? files.map(toKeptLink) : images.map(toBytesView), usage: imageUsageView(images.length, 0n) });
    return { created, files };
  }

  /** A kept answer, with addresses that are good from now on. */
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

/** An answer as it is kept for its Idempotency-Key: with files in the place of addresses, which end. */
export interface KeptImages {
  data: ({ b64_json?: string; revised_prompt?: string } & Partial<Pick<ImageFile, 'id' | 'extension'>>)[];
}

const toKeptLink = ({ id, extension, revisedPrompt }: ImageFile) => ({ id, extension, ...revisedPromptView(revisedPrompt) });
const toPlace = ({ revisedPrompt }: SupplierImage): ImageDataView => ({ b64_json: '', ...revisedPromptView(revisedPrompt) });
const toBytesView = ({ bytes, revisedPrompt }: SupplierImage) => ({ b64_json: bytes.toString('base64'), ...revisedPromptView(revisedPrompt) });

const linesFor = ({ unitPriceNano }: PricedOrder, units: number) => [{ unitType: 'image', units, unitPriceNano }];

const lossOf = (requestId: string, { modelId }: PricedOrder, { route, units, reason }: UndeliveredPurchase) => ({
  requestId,
  model: modelId,
  routeId: route.id,
  supplierCostNano: supplierCost(route, [{ unitType: 'image', units }]),
  reason,
});

/** The supplier may have drawn all the same. */
const mayBeDrawn = (error: unknown) => error instanceof ProcessEnding || (error instanceof SupplierError && error.mayBeAccepted);
