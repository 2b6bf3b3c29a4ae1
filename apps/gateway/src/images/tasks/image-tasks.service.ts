/*
 * An image task as its customer sees it. Its work is in image-tasks.worker.ts.
 *
 * 1. submit  The hold covers the dearest of the models that may draw. One statement, in the customer's queue, checks the customer's open and unretrieved tasks and the money, and writes
 *    the hold and the row, `pending`. Then a job with the row's id is added to the queue.
 * 2. retrieve  Reads the row. The first retrieval of a succeeded task deletes the hold and writes the ledger rows in
 *    one statement, so parallel retrievals charge once. If neither hold nor ledger rows are there, the task has
 *    expired.
 */
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import {
  BillingService,
  BudgetWindowsService,
  insufficientQuota,
  spendLimitReached,
  TaskHoldsService,
  totalCostNano,
} from '../../billing';
import { LOGGER } from '../../config';
import { MOST_NANO } from '../../money';
import type { IdempotencyRecorder } from '../../idempotency';
import type { Caller } from '../../keys';
import { rateLimitExceeded } from '../../limits';
import { MeteredCalls, readFallbacks } from '../../metered-calls';
import type { CatalogModel } from '../../models';
import { noRouteAvailable } from '../../routing';
import { SuppliersService } from '../../suppliers';
import type { ImageFile } from '../files/image-file.entity';
import { ImageFilesService } from '../files/image-files.service';
import { drawsImages } from '../image-calls';
import { type ImageOrder, type ImagePrices, imagePrices, linesFor, toImageOrder } from '../image-order';
import { ImageTask } from './image-task.entity';
import { readTaskPrices, toTaskOffer } from './image-task-terms';
import { IMAGE_TASKS, type ImageTaskJob } from './image-tasks.queue';
import type { ImageResponseFormat, ImageTaskInput } from '../images.dto';
import { imageErrors } from '../images.errors';
import type { StoredImage } from '../files/image-json';
import {
  type ImageDataView,
  type ImageTaskView,
  revisedPromptView,
  toImageTaskView,
  toSubmittedView,
} from '../images.view';

const TASKS_WAIT_MS = 5_000;

/** Other text is no task id, and Postgres does not accept every string. */
const TASK_ID = /^imgtask_[0-9a-f]{32}$/;

/** The lowest that BullMQ knows. */
const LAST_PRIORITY = 2_097_152;

interface Submitted {
  outcome: string;
  /** The limit that was reached. */
  most: number | null;
  /** How many open tasks the customer has before this one. Jobs are taken in this order, so customers take turns. */
  turn: number;
}

interface KeyedSubmission {
  recorder: IdempotencyRecorder;
  answer: object;
}

/** A model that may draw, with what it is ordered and charged with. */
interface PricedModel {
  found: CatalogModel;
  order: ImageOrder;
  prices: ImagePrices;
}

export interface RetrievedTask {
  view: ImageTaskView;
  images: StoredImage[];
  chargedNano: bigint | null;
}

@Injectable()
export class ImageTasksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: MeteredCalls,
    private readonly suppliers: SuppliersService,
    private readonly billing: BillingService,
    private readonly windows: BudgetWindowsService,
    private readonly holds: TaskHoldsService,
    private readonly files: ImageFilesService,
    @InjectQueue(IMAGE_TASKS) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async submit(caller: Caller, input: ImageTaskInput, recorder: IdempotencyRecorder | null) {
    const { model } = input;
    const found = await this.calls.findModel(caller, 'image', model);
    const first = priced(found, toImageOrder(found.model, input));
    const asked = { product: 'image', model, fallbacks: readFallbacks(model, input.models) } as const;
    const fallbacks = await this.calls.fallbacksOf(caller, asked);
    const others = await Promise.all(fallbacks.map((id) => this.findFallback(caller, id, input)));
    const admitted = await this.calls.admit(caller);
    try {
      return await this.place(caller, [first, ...others.flat()], recorder);
    } finally {
      admitted.end();
    }
  }

  /** A model that cannot take the order is passed over. */
  private async findFallback({ customerId }: Caller, modelId: string, input: ImageTaskInput): Promise<PricedModel[]> {
    try {
      const found = await this.calls.catalog.findActive(modelId, 'image', customerId);
      return [priced(found, toImageOrder(found.model, input))];
    } catch (error) {
      if (error instanceof HttpError) return [];
      throw error;
    }
  }

  private async place(
    caller: Caller,
    models: readonly [PricedModel, ...PricedModel[]],
    recorder: IdempotencyRecorder | null,
  ) {
    const [{ found, order, prices }] = models;
    const { prompt, size, count, user } = order;
    const { customerId, keyId, requestId } = caller;
    const modelId = found.model.id;
    const task = { id: `imgtask_${uuidv7().replaceAll('-', '')}`, modelId, createdAt: new Date() };
    const costNano = dearestNano(models);
    if (costNano > MOST_NANO) throw insufficientQuota();
    const [served, window] = await Promise.all([
      Promise.all(models.map((each) => this.isServed(each))),
      this.windows.open(caller),
    ]);
    const offers = models.map((each) => toTaskOffer(each.found.model.id, each.order, each.prices));
    const values = [
      task.id,
      uuidv7(),
      customerId,
      keyId,
      requestId,
      modelId,
      prompt,
      size,
      count,
      user ?? null,
      prices.image.unitPriceNano.toString(),
      costNano.toString(),
      window?.startsAt ?? null,
      served.includes(true),
      task.createdAt,
      order.quality ?? null,
      offers[0]?.prices ? JSON.stringify(offers[0].prices) : null,
      offers.length > 1 ? JSON.stringify(offers) : null,
    ];
    const keyed = recorder && { recorder, answer: toSubmittedView(task) };
    const submit = () =>
      this.billing.inTurn(customerId, (statements) =>
        keyed ? this.submitKeyed(values, keyed) : statements.query<Submitted>(SUBMIT, values).then(submittedOf),
      );
    const { turn } = await submit().catch(async (error: unknown) => {
      if (!(error instanceof HttpError) || error.code !== insufficientQuota().code) throw error;
      await this.billing.reclaimSurplus(customerId);
      return submit();
    });
    const priority = Math.min(turn + 1, LAST_PRIORITY);
    await enqueue<ImageTaskJob>(this.queue, { taskId: task.id }, task.id, this.logger, { priority });
    return toSubmittedView(task);
  }

  private async isServed({ found, order }: PricedModel): Promise<boolean> {
    const open = await this.suppliers.openRoutes(found.routes);
    return open.some(({ supplier }) => drawsImages(supplier, order.quality));
  }

  private submitKeyed(values: unknown[], { recorder, answer }: KeyedSubmission): Promise<Submitted> {
    return this.dataSource.transaction(async (manager) => {
      // First, because the statement locks the customer until the commit.
      await recorder.recordWithin(manager, answer);
      return submittedOf(await manager.query<Submitted[]>(SUBMIT, values));
    });
  }

  /** Returns the task, and the charge if this retrieval charged it. Throws task_not_found or task_expired. */
  async retrieve(
    { customerId, requestId }: Caller,
    taskId: string,
    responseFormat: ImageResponseFormat,
  ): Promise<RetrievedTask> {
    if (!TASK_ID.test(taskId)) throw imageErrors.task_not_found();
    const task = await this.dataSource.manager.findOneBy(ImageTask, { id: taskId, customerId });
    if (!task) throw imageErrors.task_not_found();
    if (task.expiresAt && task.expiresAt.getTime() <= Date.now()) throw imageErrors.task_expired();
    if (task.status !== 'succeeded') return { view: toImageTaskView(task, []), images: [], chargedNano: null };
    const files = await this.files.findOfTask(task.id);
    // All files are found before the charge. They are read when they are sent.
    const stored = await Promise.all(files.map((file) => this.files.find(file)));
    if (stored.length === 0) throw imageErrors.file_expired();
    const images = responseFormat === 'url' ? [] : stored;
    const data = files.map((file) => this.toData(file, responseFormat));
    const chargedNano = await this.chargeOnce(task, requestId, files.length);
    return { view: toImageTaskView(task, data), images, chargedNano };
  }

  private toData(file: ImageFile, responseFormat: ImageResponseFormat): ImageDataView {
    return {
      ...(responseFormat === 'url' ? { url: this.files.address(file) } : { b64_json: '' }),
      ...revisedPromptView(file.revisedPrompt),
    };
  }

  private async chargeOnce(task: ImageTask, requestId: string, images: number): Promise<bigint | null> {
    const charge = await this.holds.settle(task.holdId, {
      requestId,
      model: task.modelId,
      lines: linesFor(await readTaskPrices(this.dataSource.manager, task), images),
      routeId: task.routeId ?? '',
      supplierCostNano: task.supplierCostNano,
    });
    if (charge) return charge.chargedNano;
    if (!(await this.holds.isCharged(task.id))) throw imageErrors.task_expired();
    return null;
  }
}

const priced = (found: CatalogModel, order: ImageOrder): PricedModel => ({
  found,
  order,
  prices: imagePrices(found, order),
});

const dearestNano = (models: readonly PricedModel[]): bigint =>
  models
    .map(({ prices, order }) => totalCostNano(linesFor(prices, order.count)))
    .reduce((most, nano) => (nano > most ? nano : most));

function submittedOf([submitted]: Submitted[]): Submitted {
  if (submitted?.outcome !== 'submitted') throw refusal(submitted);
  return submitted;
}

function refusal(refused: Submitted | undefined): Error {
  switch (refused?.outcome) {
    case 'too_many_open':
      return rateLimitExceeded(`open image tasks: ${refused.most} at once is the most`, TASKS_WAIT_MS);
    case 'too_many_unfetched':
      return rateLimitExceeded(
        `image tasks that were never retrieved: ${refused.most} is the most. Retrieve some of them`,
        TASKS_WAIT_MS,
      );
    case 'too_little_money':
      return insufficientQuota();
    case 'over_spend':
      return spendLimitReached();
    case 'unserved':
      return noRouteAvailable();
    default:
      return new Error(`submit_image_task answered ${String(refused?.outcome)}`);
  }
}

const SUBMIT = `
  WITH submitted AS MATERIALIZED (
    SELECT outcome, most, turn FROM submit_image_task(
      $1::text, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::text, $7::text, $8::text, $9::integer,
      $10::text, $11::bigint, $12::bigint, $13::timestamptz, $14::boolean, $15::timestamptz
    )
  ), terms AS (
    INSERT INTO image_task_terms (task_id, quality, prices, offers)
    SELECT $1, $16::text, $17::jsonb, $18::jsonb FROM submitted
    WHERE outcome = 'submitted' AND num_nonnulls($16::text, $17::jsonb, $18::jsonb) > 0
  ) SELECT outcome, most, turn FROM submitted`;
