import { Inject, Injectable } from '@nestjs/common';
import { drainEndSignal, ProcessEnding } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { LOGGER } from '../../config';
import {
  type ImageJob,
  ImageMemory,
  type ImageMemoryShare,
  ImageUnreachable,
  type SupplierAdapter,
  SupplierError,
  SuppliersService,
} from '../../suppliers';
import { checkedImages, toTaskError } from '../image-calls';
import { ImageKeepingService, LONGEST_JOB_MS } from './image-keeping.service';
import type { ImagePurchase } from './image-purchase.entity';
import { ImagePurchasesService } from './image-purchases.service';

const ASK_FOR_MS = 120_000;
const SHORTEST_TOLERANCE_MS = 5_000;
/** How often the images of a finished job are fetched if their host fails: for half a minute. */
const MOST_FETCHES = 6;

/** Uses the key that submitted the job, even if the route has changed since. */
@Injectable()
export class ImageCollectingService {
  constructor(
    private readonly suppliers: SuppliersService,
    private readonly purchases: ImagePurchasesService,
    private readonly keeping: ImageKeepingService,
    private readonly imageMemory: ImageMemory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Polls once if the job's slot has come. A failed poll is repeated, but not forever. */
  async collect(purchase: ImagePurchase): Promise<void> {
    const lateMs = purchase.pollAt === null ? 0 : Date.now() - purchase.pollAt.getTime();
    if (lateMs < 0) return;
    if (lateMs > toleratedMs(purchase)) return this.purchases.awaitSlot(purchase, purchase.failedPolls);
    const memory = this.imageMemory.open();
    try {
      const job = await this.ask(purchase, memory);
      if (job.status === 'succeeded')
        return await this.keeping.keep(purchase, checkedImages(job.images, purchase.imageCount));
      if (job.status !== 'running') return await this.end(purchase, job.status, job.error);
      await this.askAgain(purchase, 0, new SupplierError('timeout', 'The job was not done in time'));
    } catch (error) {
      // Another worker polls it.
      if (error instanceof ProcessEnding) return await this.purchases.awaitSlot(purchase, purchase.failedPolls);
      this.logger.warn(
        { err: error, ...factsOf(purchase) },
        'An image job could not be polled, or its images could not be fetched',
      );
      await this.askAgain(purchase, purchase.failedPolls + 1, error);
    } finally {
      memory.release();
    }
  }

  private async ask(purchase: ImagePurchase, memory: ImageMemoryShare): Promise<ImageJob> {
    const { supplier, apiKey } = await this.openFor(purchase);
    if (!supplier.collectImages) throw new Error('The supplier does not return the images of jobs');
    const { upstreamModel, jobId } = purchase;
    return supplier.collectImages({
      upstreamModel,
      jobId: jobId ?? '',
      apiKey,
      signal: drainEndSignal,
      deadlineAt: performance.now() + ASK_FOR_MS,
      memory,
    });
  }

  private async askAgain(purchase: ImagePurchase, failedPolls: number, error: unknown): Promise<void> {
    const isTooLate = Date.now() >= purchase.begunAt.getTime() + LONGEST_JOB_MS;
    const hasGivenUp = error instanceof ImageUnreachable && failedPolls >= MOST_FETCHES;
    if (isTooLate || hasGivenUp) await this.purchases.ended(purchase, { step: 'lost', error: toTaskError(error) });
    else await this.purchases.awaitSlot(purchase, failedPolls);
  }

  private async end(purchase: ImagePurchase, step: 'failed' | 'lost', error: SupplierError): Promise<void> {
    this.logger.warn({ err: error, ...factsOf(purchase) }, `An image job is ${step}`);
    await this.purchases.ended(purchase, { step, error: toTaskError(error) });
  }

  /** If the key is gone, uses another key of the supplier: often both belong to one account. */
  private async openFor({
    supplierId,
    keyFingerprint,
  }: ImagePurchase): Promise<{ supplier: SupplierAdapter; apiKey: string | undefined }> {
    const [open] = await this.suppliers.openRoutes([{ supplierId }]);
    if (!open) throw new Error(`The supplier ${supplierId} is missing or disabled`);
    const { supplier, keys } = open;
    return {
      supplier,
      apiKey: keyFingerprint === null ? undefined : (keys.find(keyFingerprint) ?? keys.take(performance.now())),
    };
  }
}

/** A later job takes a new slot, which prevents bursts after an outage. Grows with the job's age. */
const toleratedMs = ({ begunAt }: ImagePurchase) =>
  Math.max(SHORTEST_TOLERANCE_MS, (Date.now() - begunAt.getTime()) / 4);

const factsOf = ({ taskId, supplierId }: ImagePurchase) => ({ task_id: taskId, supplier_id: supplierId });
