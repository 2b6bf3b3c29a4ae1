/*
 * The work of an image task. Its rows are the truth and the job is a hint, so the same job may run twice, or after a
 * crash:
 *
 * 1. load      A finished task needs nothing.
 * 2. buy       If nothing is bought yet and the customer is not suspended, chooses a route, in turns by customer. One statement claims the task for this process and
 *              writes its purchases, one per call, as `submitting`. Then the supplier is called. If every route is busy, the task is delayed.
 * 3. submitted An asynchronous supplier names a job, which is stored before anything else happens.
 * 4. collect   When the job's slot comes, it is polled once, with the key that submitted it. Then the task waits for its next slot.
 * 5. drawn     The images go into the store, then one statement assigns them to the task.
 * 6. end       When no purchase is open, the task becomes `succeeded` with what was drawn, or `failed`. The same transaction releases its hold.
 *
 * A purchase that is still `submitting` is lost if its process is dead, or if it is this process and it is not working
 * on it. The outcome is unknown, so it is not bought again. Its cost is recorded when the task ends.
 */
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { isDatabaseUnavailable } from '@shipyard/platform/database';
import { beginWork } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import { DelayedError, type Job } from 'bullmq';
import { LOGGER } from '../../config';
import { assertNotSuspended, CustomersService } from '../../customers';
import { SupplierError, supplierErrors } from '../../suppliers';
import { cutOff, ImageBuyingService, mayWait, TaskTaken } from './image-buying.service';
import { toTaskError } from '../image-calls';
import { CustomerTurns } from './customer-turns';
import { ImageCollectingService } from './image-collecting.service';
import { LONGEST_JOB_MS } from './image-keeping.service';
import { type ImagePurchase, isOpen } from './image-purchase.entity';
import { ImagePurchasesService } from './image-purchases.service';
import type { ImageTask } from './image-task.entity';
import { ImageTaskSteps } from './image-task-steps';
import { IMAGE_TASKS, type ImageTaskJob } from './image-tasks.queue';

/** For tasks that another process works on. */
const LOOK_AGAIN_MS = 2_000;
/** A quarter of the task's age, within these bounds, to limit the load. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** Fewer than the connections to Postgres, so that polls and ends of tasks find one. */
const BEGUN_AT_ONCE = 6;

// Its work is to wait for suppliers. The job of a dead worker is freed within seconds, any number of times.
@Processor(IMAGE_TASKS, { concurrency: 1_000, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000 })
export class ImageTasksWorker extends WorkerHost {
  private readonly working = new Set<string>();
  private readonly turns = new CustomerTurns(BEGUN_AT_ONCE);

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

  /** Returns when to look at the task again; null if it has ended. */
  private async run(taskId: string): Promise<number | null> {
    // The job was delivered twice.
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
    await Promise.all(
      bought.filter(({ step }) => step === 'submitted').map((purchase) => this.collecting.collect(purchase)),
    );
    return this.end(task, await this.purchases.ofTask(task.id));
  }

  private async buy(task: ImageTask): Promise<number | null> {
    const endTurn = await this.turns.take(task.customerId);
    try {
      assertNotSuspended(await this.customers.get(task.customerId));
      await this.buying.buy(task, endTurn);
    } catch (error) {
      if (error instanceof TaskTaken) return Date.now() + LOOK_AGAIN_MS;
      if (mayWait(error) && Date.now() < task.createdAt.getTime() + LONGEST_JOB_MS) {
        await this.steps.letGo(task.id);
        return Date.now() + waitFor(task, error);
      }
      // The next look finds what was started before Postgres went away.
      if (isDatabaseUnavailable(error)) return Date.now() + LOOK_AGAIN_MS;
      this.logger.warn({ err: error, task_id: task.id }, 'The images of a task could not be bought');
      const bought = await this.purchases.ofTask(task.id);
      if (bought.length > 0) return this.end(task, bought);
      await this.steps.fail(task.id, toTaskError(error));
      return null;
    } finally {
      endTurn();
    }
    return this.end(task, await this.purchases.ofTask(task.id));
  }

  private async loseOrphans(task: ImageTask): Promise<void> {
    const lost = await this.purchases.loseOrphans(task.id, cutOff());
    if (lost > 0)
      this.logger.warn(
        { task_id: task.id, purchases: lost },
        'The outcome of purchases is unknown after a crash: they are marked as lost',
      );
  }

  private async end(task: ImageTask, bought: ImagePurchase[]): Promise<number | null> {
    const open = bought.filter(isOpen);
    if (open.length > 0) return Math.min(...open.map(({ pollAt }) => pollAt?.getTime() ?? Date.now() + LOOK_AGAIN_MS));
    if (bought.some(({ step }) => step === 'drawn')) await this.steps.succeed(task.id);
    else {
      const [ended] = bought;
      const unsaid = supplierErrors.upstream_error();
      await this.steps.fail(task.id, {
        code: ended?.errorCode ?? unsaid.code,
        message: ended?.errorMessage ?? unsaid.message,
      });
    }
    return null;
  }
}

function waitFor({ createdAt }: ImageTask, error: unknown): number {
  const ageMs = Date.now() - createdAt.getTime();
  const askedMs = error instanceof SupplierError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(SHORTEST_WAIT_MS, Math.min(Math.max(ageMs / 4, askedMs), LONGEST_WAIT_MS));
}
