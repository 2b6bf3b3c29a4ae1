import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { drainEndSignal, ProcessEnding } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { LOGGER } from '../../config';
import { CatalogService } from '../../models';
import { type AttemptTerms, type OpenRoute, RoutingService } from '../../routing';
import { keyFingerprint, ImageMemory, SupplierError, supplierErrors } from '../../suppliers';
import {
  checkedImages,
  countsOfCalls,
  drawsImages,
  gather,
  isTurnedAway,
  neverAborted,
  toImageCall,
  toTaskError,
} from '../image-calls';
import type { ImageOrder } from '../image-order';
import { ImageKeepingService } from './image-keeping.service';
import type { ImagePurchase } from './image-purchase.entity';
import { ImagePurchasesService, type PurchaseEnd } from './image-purchases.service';
import type { ImageTask } from './image-task.entity';
import type { TaskOffer } from './image-task-terms';

export class TaskTaken extends Error {}

/** Records each call before it is made, and its outcome before anything else happens. */
@Injectable()
export class ImageBuyingService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly routing: RoutingService,
    private readonly purchases: ImagePurchasesService,
    private readonly keeping: ImageKeepingService,
    private readonly imageMemory: ImageMemory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Tries the models of the task in turn, and the routes of each, until the work is done or submitted. `onBegun` is called
   * when a route has the task. Throws TaskTaken, model_not_found, no_route_available or a SupplierError.
   */
  async buy(task: ImageTask, onBegun: () => void): Promise<void> {
    const failures: unknown[] = [];
    for (const offer of await this.purchases.offersOf(task)) {
      try {
        return await this.buyAs(task, offer, onBegun);
      } catch (error) {
        failures.push(error);
        if (!mayAskNext(error)) throw error;
      }
    }
    // As long as one of the models may take it, the task waits.
    throw failures.find(mayWait) ?? failures[0];
  }

  private async buyAs(task: ImageTask, offer: TaskOffer, onBegun: () => void): Promise<void> {
    const { routes } = await this.catalog.findTaken(offer.model, 'image');
    const { lease } = await this.routing.ask(
      {
        requestId: null,
        customerId: task.customerId,
        routes,
        signal: neverAborted(),
        countsWorkers: true,
        isServedBy: (supplier) => drawsImages(supplier, offer.quality ?? undefined),
        mayTryAnother: isTurnedAway,
      },
      (open, terms) => this.buyFrom(task, { open, offer }, terms, onBegun),
    );
    lease.answered();
  }

  private async buyFrom(
    task: ImageTask,
    { open, offer }: { open: OpenRoute; offer: TaskOffer },
    terms: AttemptTerms,
    onBegun: () => void,
  ): Promise<void> {
    const { route, supplier } = open;
    const order = orderOf(task, offer);
    const counts = countsOfCalls(task.imageCount, route, supplier);
    const begun = await this.purchases.begin(task, { offer, route, keyFingerprint: fingerprintOf(terms), counts });
    if (!begun) throw new TaskTaken(task.id);
    onBegun();
    await gather(
      begun.map((purchase) => this.buyOne(purchase, open, order, terms)),
      (error) =>
        this.logger.warn(
          { err: error, task_id: task.id, route_id: route.id },
          'Some images of a task were not generated',
        ),
    );
  }

  private async buyOne(
    purchase: ImagePurchase,
    { supplier, route }: OpenRoute,
    order: ImageOrder,
    terms: AttemptTerms,
  ): Promise<void> {
    const memory = this.imageMemory.open();
    try {
      // Waits for the job id to the end, because another worker needs nothing else.
      const signal = supplier.generateImages ? drainEndSignal : neverAborted();
      const call = toImageCall(order, purchase.imageCount, route.upstreamModel, { ...terms, memory, signal });
      if (supplier.generateImages) {
        const images = checkedImages(await supplier.generateImages(call), call.count);
        await this.keeping.keep(purchase, images);
      } else if (supplier.submitImages) {
        const { jobId } = await supplier.submitImages(call);
        if (await this.purchases.submitted(purchase, jobId)) {
          // Without a slot, the next worker polls the job at once.
          await this.purchases
            .awaitSlot(purchase)
            .catch((err: unknown) =>
              this.logger.warn({ err, task_id: purchase.taskId }, 'An image job has no poll slot yet'),
            );
        } else
          this.logger.warn({ task_id: purchase.taskId }, 'A supplier accepted an image job after its task had failed');
      } else throw new SupplierError('failed', 'The supplier does not draw images', { isUntouched: true });
    } catch (error) {
      await this.purchases.ended(purchase, {
        step: stepOf(error),
        error: error instanceof ProcessEnding ? cutOff() : toTaskError(error),
      });
      throw error;
    } finally {
      memory.release();
    }
  }
}

const fingerprintOf = ({ apiKey }: AttemptTerms) => (apiKey === undefined ? null : keyFingerprint(apiKey));

const CUT_OFF = 'The work on this task was cut off, and its outcome is unknown. Nothing was charged.';

/** The error of purchases whose outcome is unknown because the process stopped. */
export const cutOff = () => supplierErrors.upstream_error({ message: CUT_OFF });

/** Assumes that the supplier billed the call unless it is known to be free. */
function stepOf(error: unknown): PurchaseEnd['step'] {
  if (!(error instanceof SupplierError) || error.mayBeAccepted) return 'lost';
  return isTurnedAway(error) ? 'refused' : 'failed';
}

function orderOf({ prompt, imageCount, userLabel }: ImageTask, { size, quality }: TaskOffer): ImageOrder {
  return { prompt, size, quality: quality ?? undefined, count: imageCount, user: userLabel ?? undefined };
}

const UNTAKEN = new Set(['model_not_found', 'no_route_available']);

/** Whether no route of the model took the task. */
const mayAskNext = (error: unknown) =>
  error instanceof SupplierError ? isTurnedAway(error) : error instanceof HttpError && UNTAKEN.has(error.code);

/** Whether a task may wait: all routes are busy, resting or open, or the supplier limits the rate. */
export function mayWait(error: unknown): boolean {
  if (error instanceof HttpError) return error.code === 'no_route_available';
  return error instanceof SupplierError && error.status === 429 && isTurnedAway(error);
}
