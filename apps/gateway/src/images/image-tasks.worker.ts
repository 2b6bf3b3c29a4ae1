/*
 * The work of an image task. The row is the truth and the job a hint, so the same job may come twice, or after a crash:
 *
 * 1. load      Finished: nothing to do.
 * 2. claim     `pending` becomes `running`, step `submitting`, owned by this process, by compare-and-set. Only one can.
 * 3. orphan    Found `running` in that step, and its owner is dead (or is this process, which does not work on it):
 *              what the supplier did is hidden, so it is not asked again. The task fails, uncharged.
 *              Its owner lives: the job is put off.
 * 4. draw      The supplier is asked, once.
 * 5. keep      The pictures go into the store; then the row becomes `succeeded`, if it still is this process's.
 * 6. fail      A refusal or failure ends the task and releases its hold in one transaction.
 */
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { type JobData, type Logger, runInRequestContext } from '@shipyard/platform';
import { DelayedError, type Job } from 'bullmq';
import { LOGGER } from '../config';
import { CatalogService } from '../models/catalog.service';
import { supplierErrors, SuppliersService, toCustomerError } from '../suppliers/suppliers.service';
import { drawImages } from './draw-images';
import { ImageFilesService } from './image-files.service';
import { toImageCall } from './image-order';
import type { ImageTask } from './image-task.entity';
import { ImageTaskSteps } from './image-task-steps';
import { IMAGE_TASKS, type ImageTaskJob } from './image-tasks.queue';

const LOOK_AGAIN_MS = 5_000;

@Processor(IMAGE_TASKS, { concurrency: 4 })
export class ImageTasksWorker extends WorkerHost {
  private readonly working = new Set<string>();

  constructor(
    private readonly steps: ImageTaskSteps,
    private readonly catalog: CatalogService,
    private readonly suppliers: SuppliersService,
    private readonly files: ImageFilesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async process(job: Job<ImageTaskJob & JobData>, token?: string): Promise<void> {
    const { taskId, requestId } = job.data;
    const done = await runInRequestContext({ requestId: requestId ?? taskId }, () => this.run(taskId));
    if (done) return;
    await job.moveToDelayed(Date.now() + LOOK_AGAIN_MS, token);
    throw new DelayedError();
  }

  /** False when someone else is at work on the task and the job must look again. */
  private async run(taskId: string): Promise<boolean> {
    const task = await this.steps.find(taskId);
    if (!task || task.status === 'succeeded' || task.status === 'failed' || this.working.has(taskId)) return true;
    if (task.status === 'running') return this.failOrphan(taskId);
    this.working.add(taskId);
    try {
      if (await this.steps.claim(taskId)) await this.draw(task);
      return true;
    } finally {
      this.working.delete(taskId);
    }
  }

  private async draw(task: ImageTask): Promise<void> {
    try {
      const route = await this.catalog.chooseRoute(await this.catalog.findActive(task.modelId, 'image'));
      const order = { prompt: task.prompt, size: task.size, count: task.imageCount, user: task.userLabel ?? undefined };
      const images = await drawImages(await this.suppliers.get(route.supplierId), toImageCall(order, route.upstreamModel));
      const expiresAt = this.steps.expiry();
      await this.files.keep(images, expiresAt, task.id);
      await this.steps.succeed(task.id, route.id, expiresAt);
    } catch (error) {
      this.logger.warn({ err: error, task_id: task.id }, 'An image task failed');
      const shown = toCustomerError(error);
      await this.steps.fail(task.id, shown instanceof HttpError ? shown : supplierErrors.upstream_error());
    }
  }

  private async failOrphan(taskId: string): Promise<boolean> {
    const message = 'The work on this task was cut off, and its outcome is unknown. Nothing was charged.';
    const failed = await this.steps.failOrphan(taskId, supplierErrors.upstream_error({ message }));
    if (failed) this.logger.warn({ task_id: taskId }, 'An image task was found half done and has failed');
    return failed;
  }
}
