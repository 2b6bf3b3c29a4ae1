/*
 * Images while the customer waits. Each image that comes back is charged; if none does, the call fails and is free. The
 * other rules are those of a metered call that is bought once: see metered-calls.service.ts.
 */
import { Inject, Injectable } from '@nestjs/common';
import { ProcessEnding } from '@shipyard/platform/in-flight';
import { knownCost } from '../../billing';
import { CONFIG, type GatewayConfig } from '../../config';
import type { IdempotencyRecorder } from '../../idempotency';
import type { Caller } from '../../keys';
import { type MeteredCall, MeteredCalls, readFallbacks } from '../../metered-calls';
import { ImageMemory, SupplierError, type SupplierImage } from '../../suppliers';
import { type Drawn, ImageDrawingService } from './image-drawing.service';
import type { ImageFile } from '../files/image-file.entity';
import { ImageFilesService } from '../files/image-files.service';
import { type ImagePrices, imagePrices, linesFor, toImageOrder } from '../image-order';
import type { ImageGenerationInput } from '../images.dto';
import { type ImageDataView, imageUsageView, revisedPromptView } from '../images.view';
import { inMemory } from '../files/image-json';

/** Files of an answer that can be replayed outlive the URLs of the last replay. */
const REPLAYED_FOR_MS = 24 * 3_600_000;

interface AnswerForm {
  asLinks: boolean;
  /** The model, if the customer named several. */
  names: { model?: string };
  recorder: IdempotencyRecorder | null;
}

@Injectable()
export class ImagesService {
  constructor(
    private readonly calls: MeteredCalls,
    private readonly drawing: ImageDrawingService,
    private readonly files: ImageFilesService,
    private readonly imageMemory: ImageMemory,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Returns OpenAI's answer, the images for its empty `b64_json` fields in order, and the charge. */
  async generate(caller: Caller, input: ImageGenerationInput, recorder: IdempotencyRecorder | null) {
    const { model } = input;
    const asked = { product: 'image', model, fallbacks: readFallbacks(model, input.models) } as const;
    return this.calls.inTurn(caller, asked, (each) => this.generateBy(caller, { ...input, model: each }, recorder));
  }

  private async generateBy(caller: Caller, input: ImageGenerationInput, recorder: IdempotencyRecorder | null) {
    const found = await this.calls.findModel(caller, 'image', input.model);
    const order = toImageOrder(found.model, input);
    const purchase = {
      model: found.model,
      prices: () => imagePrices(found, order),
      highest: (prices: ImagePrices) => knownCost(linesFor(prices, order.count)),
      mayBeSold: mayBeDrawn,
    };
    return this.calls.buy(caller, purchase, async (call) => {
      const memory = this.imageMemory.open();
      try {
        const drawn = await this.drawing.draw(call, order, found.routes, memory);
        const names = input.models || caller.fallback ? { model: found.model.id } : {};
        return await this.deliver(call, drawn, { asLinks: input.response_format !== 'b64_json', names, recorder });
      } finally {
        memory.release();
      }
    });
  }

  private async deliver(call: MeteredCall<ImagePrices>, { images, lostCount, route }: Drawn, form: AnswerForm) {
    const { asLinks, names } = form;
    const { created, files } = await this.keep(images, form);
    const costNano = await call.settle({
      route,
      lines: linesFor(call.prices, images.length),
      bought: [{ unitType: 'image', units: images.length + lostCount }],
      takeBack: () => this.files.discard(files),
    });
    const usage = imageUsageView(images.length, costNano);
    const data = asLinks ? files.map((file) => this.toLink(file)) : images.map(toPlace);
    return {
      answer: { created, ...names, data, usage },
      images: asLinks ? [] : images.map(({ bytes }) => inMemory(bytes)),
      costNano,
    };
  }

  private async keep(images: SupplierImage[], { asLinks, names, recorder }: AnswerForm) {
    const keptMs = (recorder ? REPLAYED_FOR_MS : 0) + this.config.IMAGE_URL_TTL_SECONDS * 1_000;
    const files = asLinks ? await this.files.keep(images, new Date(Date.now() + keptMs)) : [];
    const created = Math.floor(Date.now() / 1_000);
    await recorder?.record({
      created,
      ...names,
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

const mayBeDrawn = (error: unknown) =>
  error instanceof ProcessEnding || (error instanceof SupplierError && error.mayBeAccepted);
