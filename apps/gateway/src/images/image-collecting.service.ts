import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform';
import { LOGGER } from '../config';
import { type Supplier, SupplierError, SuppliersService } from '../suppliers/suppliers.service';
import { checkedImages, neverAborted, toTaskError } from './image-calls';
import { ImageKeepingService, LONGEST_JOB_MS } from './image-keeping.service';
import type { ImagePurchase } from './image-purchase.entity';
import { ImagePurchasesService } from './image-purchases.service';

/** For one question and the pictures that come of it. */
const ASK_FOR_MS = 120_000;

/** Asks suppliers what became of jobs, with the key that submitted them, whatever has become of the route. */
@Injectable()
export class ImageCollectingService {
  constructor(
    private readonly suppliers: SuppliersService,
    private readonly purchases: ImagePurchasesService,
    private readonly keeping: ImageKeepingService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks once, if it is the job's turn. What cannot be found out now is asked again, but not for ever. */
  async collect(purchase: ImagePurchase): Promise<void> {
    if (purchase.pollAt && purchase.pollAt.getTime() > Date.now()) return;
    try {
      if (await this.ask(purchase)) return;
    } catch (error) {
      this.logger.warn({ err: error, task_id: purchase.taskId, supplier_id: purchase.supplierId }, 'A job of pictures could not be asked after, and will be again');
    }
    if (Date.now() < purchase.begunAt.getTime() + LONGEST_JOB_MS) return this.purchases.awaitTurn(purchase);
    const tooLong = new SupplierError('timeout', 'The job was not done in time');
    await this.purchases.ended(purchase, { step: 'lost', error: toTaskError(tooLong) });
  }

  /** Whether the job is over. */
  private async ask(purchase: ImagePurchase): Promise<boolean> {
    const { supplier, apiKey } = await this.openFor(purchase);
    if (!supplier.collectImages) throw new Error('The supplier gives no pictures out any more');
    const { upstreamModel, jobId } = purchase;
    const job = await supplier.collectImages({
      upstreamModel, jobId: jobId ?? '', apiKey, signal: neverAborted(), deadlineAt: performance.now() + ASK_FOR_MS,
    });
    if (job.status === 'running') return false;
    if (job.status === 'succeeded') await this.keeping.keep(purchase, checkedImages(job.images, purchase.imageCount));
    else await this.purchases.ended(purchase, { step: 'failed', error: toTaskError(job.error) });
    if (job.status === 'failed') this.logger.warn({ err: job.error, task_id: purchase.taskId }, 'A job of pictures failed');
    return true;
  }

  /** A key that is gone is stood in for by another of the same supplier: often both are of one account. */
  private async openFor({ supplierId, keyFingerprint }: ImagePurchase): Promise<{ supplier: Supplier; apiKey: string | undefined }> {
    const [open] = await this.suppliers.openRoutes([{ supplierId }]);
    if (!open) throw new Error(`The supplier ${supplierId} cannot be asked any more`);
    const { supplier, keys } = open;
    return { supplier, apiKey: keyFingerprint === null ? undefined : (keys.find(keyFingerprint) ?? keys.take(performance.now())) };
  }
}
