/*
 * The work of an image task. Its rows are the truth and the job a hint, so the same job may come twice, or after a crash:
 *
 * 1. load      Finished: nothing to do.
 * 2. buy       Nothing is bought yet, and the customer is not suspended: a route is chosen; one statement makes the task `running` in this process's hands and writes its purchases,
 *              one a call of the supplier, `submitting`; then the supplier is asked. Where every route is busy, the task waits and nobody sleeps.
 * 3. submitted A supplier that draws in its own time names a job, which is stored before anything else is done.
 * 4. collect   When it is the job's turn, it is asked after once, with the key that submitted it; then the task waits for its next turn.
 * 5. drawn     The pictures go into the store, then one statement makes them the task's.
 * 6. end       No purchase is open any more: `succeeded` with what was drawn, or `failed`, with its hold given back in the same transaction.
 *
 * A purchase that is found `submitting` and whose process is dead (or is this one, which does not work on it) is lost: what the supplier did is
 * hidden, so it is not asked again. Its cost is written down with the task's end.
 */
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { beginWork, isDatabaseUnavailable, type JobData, type Logger, requestContexts } from '@shipyard/platform';
import { DelayedError, type Job } from 'bullmq';
import { LOGGER } from '../config';
import { assertNotSuspended, CustomersService } from '../customers/customers.service';
import { SupplierError, supplierErrors } from '../suppliers/suppliers.service';
import { cutOff, ImageBuyingService, mayWait, TaskTaken } from './image-buying.service';
import { toTaskError } from './image-calls';
import { ImageCollectingService } from './image-collecting.service';
import { LONGEST_JOB_MS } from './image-keeping.service';
import { type ImagePurchase, isOpen } from './image-purchase.entity';
import { ImagePurchasesService } from './image-purchases.service';
import type { ImageTask } from './image-task.entity';
import { ImageTaskSteps } from './image-task-steps';
import { IMAGE_TASKS, type ImageTaskJob } from './image-tasks.queue';

/** For whom another process works on. */
const LOOK_AGAIN_MS = 2_000;
/** A task that waits for a place looks again after a quarter of its age, within these bounds: many of them must not press. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

// Its work is to wait for suppliers. A job whose worker died is freed within seconds; it may happen to one as often as it likes.
@Processor(IMAGE_TASKS, { concurrency: 1_000, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000 })
export class ImageTasksWorker extends WorkerHost {
  private readonly working = new Set<string>();

  constructor(
    private readonly steps: ImageTaskSteps,
    private readonly purchases: ImagePurchasesService,
    private readonly buying: ImageBuyingService,
    private readonly collecting: ImageCollectingService,
    private readonly customers: CustomersService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async process(job: Job<ImageTaskJob & JobData>, token?: string): Promise<void> {
    const { taskId, requestId } = job.data;
    const endWork = beginWork();
    try {
      const lookAgainAt = await requestContexts.run({ requestId: requestId ?? taskId }, () => this.run(taskId));
      if (lookAgainAt === null) return;
      await job.moveToDelayed(lookAgainAt, token);
    } finally {
      endWork();
    }
    throw new DelayedError();
  }

  /** Has it take no more jobs from the queue. What waits for its next look there is another worker's from now on. */
  stopTaking(): Promise<void> {
    return this.worker.pause(true);
  }

  /** When the task must be looked at again; null: it has ended. */
  private async run(taskId: string): Promise<number | null> {
    // The job came twice.
    if (this.working.has(taskId)) return Date.now() + LOOK_AGAIN_MS;
    this.working.add(taskId);
    try {
      const task = await this.steps.find(taskId);
      if (!task || task.status === 'succeeded' || task.status === 'failed') return null;
      return await this.advance(task);
    } finally {
      this.working.delete(taskId);
    }
  }

  private async advance(task: ImageTask): Promise<number | null> {
    const bought = await this.purchases.ofTask(task.id);
    if (bought.length === 0) return this.buy(task);
    if (bought.some(({ step }) => step === 'submitting')) await this.loseOrphans(task);
    await Promise.all(bought.filter(({ step }) => step === 'submitted').map((purchase) => this.collecting.collect(purchase)));
    return this.end(task, await this.purchases.ofTask(task.id));
  }

  private async buy(task: ImageTask): Promise<number | null> {
    try {
      assertNotSuspended(await this.customers.get(task.customerId));
      await this.buying.buy(task);
    } catch (error) {
      if (error instanceof TaskTaken) return Date.now() + LOOK_AGAIN_MS;
      if (mayWait(error) && Date.now() < task.createdAt.getTime() + LONGEST_JOB_MS) {
        await this.steps.letGo(task.id);
        return Date.now() + waitFor(task, error);
      }
      // What was begun before Postgres went away is found by the next look.
      if (isDatabaseUnavailable(error)) return Date.now() + LOOK_AGAIN_MS;
      this.logger.warn({ err: error, task_id: task.id }, 'The pictures of a task could not be bought');
      const bought = await this.purchases.ofTask(task.id);
      if (bought.length > 0) return this.end(task, bought);
      await this.steps.fail(task.id, toTaskError(error));
      return null;
    }
    return this.end(task, await this.purchases.ofTask(task.id));
  }

  private async loseOrphans(task: ImageTask): Promise<void> {
    const lost = await this.purchases.loseOrphans(task.id, cutOff());
    if (lost > 0) this.logger.warn({ task_id: task.id, purchases: lost }, 'A crash hid what became of purchases: they are lost');
  }

  /** Ends the task unless one of its purchases is open; then it says when to look again. */
  private async end(task: ImageTask, bought: ImagePurchase[]): Promise<number | null> {
    const open = bought.filter(isOpen);
    if (open.length > 0) return Math.min(...open.map(({ pollAt }) => pollAt?.getTime() ?? Date.now() + LOOK_AGAIN_MS));
    if (bought.some(({ step }) => step === 'drawn')) await this.steps.succeed(task.id);
    else {
      const [ended] = bought;
      const unsaid = supplierErrors.upstream_error();
      await this.steps.fail(task.id, { code: ended?.errorCode ?? unsaid.code, message: ended?.errorMessage ?? unsaid.message });
    }
    return null;
  }
}

function waitFor({ createdAt }: ImageTask, error: unknown): number {
  const ageMs = Date.now() - createdAt.getTime();
  const askedMs = error instanceof SupplierError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(SHORTEST_WAIT_MS, Math.min(Math.max(ageMs / 4, askedMs), LONGEST_WAIT_MS));
}
