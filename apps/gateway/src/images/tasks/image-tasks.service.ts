/*
 * An image task as its customer sees it. Its work is in image-tasks.worker.ts.
 *
 * 1. submit  One transaction checks the customer's open and unretrieved tasks, writes the hold, checks that a route can
 *    draw, and writes the row, `pending`. Then a job with the row's id is added to the queue.
 * 2. retrieve  Reads the row. The first retrieval of a succeeded task deletes the hold and writes the ledger rows in
 *    one statement, so parallel retrievals charge once. If neither hold nor ledger rows are there, the task has
 *    expired.
 */
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import { DataSource, type EntityManager } from 'typeorm';
import { TaskHoldsService } from '../../billing';
import { LOGGER } from '../../config';
import { lockTaskLimits } from '../../customers';
import type { IdempotencyRecorder } from '../../idempotency';
import type { Caller } from '../../keys';
import { rateLimitExceeded } from '../../limits';
import { noRouteAvailable } from '../../routing';
import type { ImageFile } from '../files/image-file.entity';
import { ImageFilesService } from '../files/image-files.service';
import { ImageOrdersService, type PricedOrder } from '../image-orders.service';
import { ImageTask } from './image-task.entity';
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

export interface RetrievedTask {
  view: ImageTaskView;
  images: StoredImage[];
  chargedNano: bigint | null;
}

@Injectable()
export class ImageTasksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: ImageOrdersService,
    private readonly holds: TaskHoldsService,
    private readonly files: ImageFilesService,
    @InjectQueue(IMAGE_TASKS) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  submit(caller: Caller, input: ImageTaskInput, recorder: IdempotencyRecorder | null) {
    return this.orders.withPricedOrder(caller, input, (order) => this.place(caller, order, recorder));
  }

  private async place(caller: Caller, order: PricedOrder, recorder: IdempotencyRecorder | null) {
    const { modelId, prompt, size, count, user, unitPriceNano } = order;
    const { customerId, keyId, requestId } = caller;
    const task = {
      id: `imgtask_${uuidv7().replaceAll('-', '')}`,
      customerId,
      keyId,
      requestId,
      modelId,
      prompt,
      size,
      imageCount: count,
      userLabel: user ?? null,
      unitPriceNano,
      createdAt: new Date(),
    };
    const isServed = await this.orders.isServed(order);
    const preparedHold = await this.holds.prepareHold(caller, [{ unitType: 'image', units: count, unitPriceNano }]);
    await this.dataSource.transaction(async (manager) => {
      await assertRoomForTask(manager, customerId);
      const holdId = await this.holds.hold(preparedHold, requestId, task.id, manager);
      // The hold comes first, as in all other calls. The transaction returns it.
      if (!isServed) throw noRouteAvailable();
      await manager.insert(ImageTask, { ...task, holdId });
      await recorder?.recordWithin(manager, toSubmittedView(task));
    });
    await enqueue<ImageTaskJob>(this.queue, { taskId: task.id }, task.id, this.logger);
    return toSubmittedView(task);
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
      lines: [{ unitType: 'image', units: images, unitPriceNano: task.unitPriceNano }],
      routeId: task.routeId ?? '',
      supplierCostNano: task.supplierCostNano,
    });
    if (charge) return charge.chargedNano;
    if (!(await this.holds.isCharged(task.id))) throw imageErrors.task_expired();
    return null;
  }
}

/** Locks the customer, so that parallel submissions see each other's tasks. Throws rate_limit_exceeded. */
async function assertRoomForTask(manager: EntityManager, customerId: string): Promise<void> {
  const { maxOpenTasks, maxUnfetchedTasks } = await lockTaskLimits(manager, customerId);
  const open = await manager.query<unknown[]>(OPEN_TASKS, [customerId, maxOpenTasks]);
  if (open.length >= maxOpenTasks)
    throw rateLimitExceeded(`open image tasks: ${maxOpenTasks} at once is the most`, TASKS_WAIT_MS);
  // Open tasks count as well, because all of them may succeed.
  const unfetched = await manager.query<unknown[]>(UNFETCHED_TASKS, [customerId, maxUnfetchedTasks]);
  if (unfetched.length >= maxUnfetchedTasks)
    throw rateLimitExceeded(
      `image tasks that were never retrieved: ${maxUnfetchedTasks} is the most. Retrieve some of them`,
      TASKS_WAIT_MS,
    );
}

const OPEN_TASKS = `SELECT FROM image_tasks WHERE customer_id = $1 AND status IN ('pending', 'running') LIMIT $2`;

// The hold of a task ends when it fails, is retrieved or expires.
const UNFETCHED_TASKS = 'SELECT FROM holds WHERE customer_id = $1 AND task_id IS NOT NULL LIMIT $2';
