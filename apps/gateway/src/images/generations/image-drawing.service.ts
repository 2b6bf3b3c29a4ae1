import { setTimeout as after } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { drainEndSignal } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { LOGGER } from '../../config';
import type { SupplierAttempts } from '../../billing';
import type { MeteredCall } from '../../metered-calls';
import type { ModelRoute } from '../../models';
import type { OpenRoute } from '../../routing';
import {
  billOfFailure,
  type ImageCall,
  type ImageMemoryShare,
  ImageUnreachable,
  type SupplierAdapter,
  SupplierError,
  type SupplierImage,
} from '../../suppliers';
import {
  type CallTerms,
  checkedImages,
  countsOfCalls,
  drawsImages,
  gather,
  isTurnedAway,
  neverAborted,
  toImageCall,
} from '../image-calls';
import type { ImageOrder } from '../image-order';
import { PollSlotsService } from '../poll-slots.service';

/** At least a second apart. */
const MOST_FETCHES = 3;

export interface Drawn {
  images: SupplierImage[];
  /** How many of the other ordered images the supplier may have billed. */
  lostCount: number;
  route: ModelRoute;
}

/** The supplier says that the job failed, so it is not billed. */
class JobFailed extends SupplierError {}

const billOf = (error: unknown) => (error instanceof JobFailed ? 'not_billed' : billOfFailure(error));

const imagesIn = (units: number) => [{ unitType: 'image', units }];

@Injectable()
export class ImageDrawingService {
  constructor(
    private readonly pollSlots: PollSlotsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws no_route_available or a SupplierError. */
  async draw(
    call: Pick<MeteredCall<unknown>, 'ask' | 'attempts'>,
    order: ImageOrder,
    routes: ModelRoute[],
    memory: ImageMemoryShare,
  ): Promise<Drawn> {
    // All from one route: another is tried only if the previous one accepted nothing.
    const { answer, route, lease } = await call.ask(
      {
        routes,
        signal: neverAborted(),
        countsWorkers: true,
        isServedBy: (supplier) => drawsImages(supplier, order.quality),
        mayTryAnother: isTurnedAway,
      },
      (open, terms) => this.callAll(order, open, { ...terms, memory, signal: drainEndSignal }, call.attempts),
    );
    lease.answered();
    return { ...answer, route };
  }

  private async callAll(
    order: ImageOrder,
    { route, supplier }: OpenRoute,
    terms: CallTerms,
    attempts: SupplierAttempts,
  ): Promise<Omit<Drawn, 'route'>> {
    let lostCount = 0;
    const calls = countsOfCalls(order.count, route, supplier).map(async (count) => {
      const call = toImageCall(order, count, route.upstreamModel, terms);
      try {
        return checkedImages(await this.callOnce(supplier, route.supplierId, call), count);
      } catch (error) {
        if (billOf(error) !== 'not_billed') lostCount += count;
        throw error;
      }
    });
    try {
      const images = (
        await gather(calls, (error) =>
          this.logger.warn({ err: error, route_id: route.id }, 'Some images of a request were not generated'),
        )
      ).flat();
      attempts.ended({ route, bill: 'billed', units: () => imagesIn(images.length + lostCount) });
      return { images, lostCount };
    } catch (error) {
      const bill = lostCount > 0 ? 'perhaps_billed' : 'not_billed';
      attempts.ended({ route, bill, units: () => imagesIn(lostCount) });
      throw error;
    }
  }

  private async callOnce(supplier: SupplierAdapter, supplierId: string, call: ImageCall): Promise<SupplierImage[]> {
    if (supplier.generateImages) return supplier.generateImages(call);
    if (!supplier.submitImages)
      throw new SupplierError('failed', 'The supplier does not draw images', { isUntouched: true });
    const { jobId } = await supplier.submitImages(call);
    try {
      return await this.untilDrawn(supplier, supplierId, jobId, call);
    } catch (error) {
      if (error instanceof SupplierError || call.signal.aborted) throw error;
      // The job is bought, so the failure must not allow another attempt.
      throw new SupplierError('failed', `The outcome of the job ${jobId} is unknown`, { cause: error });
    }
  }

  private async untilDrawn(
    supplier: SupplierAdapter,
    supplierId: string,
    jobId: string,
    call: ImageCall,
  ): Promise<SupplierImage[]> {
    for (let fetches = 1; ;) {
      const slot = await this.pollSlots.nextSlot(supplierId, 'waited');
      const waitMs = Math.max(0, slot.getTime() - Date.now());
      if (performance.now() + waitMs >= call.deadlineAt)
        throw new SupplierError('timeout', `The job ${jobId} was not done in time`);
      await after(waitMs, undefined, { signal: call.signal }).catch(() => call.signal.throwIfAborted());
      try {
        const images = await this.collect(supplier, jobId, call);
        if (images) return images;
      } catch (error) {
        if (!(error instanceof ImageUnreachable) || fetches === MOST_FETCHES) throw error;
        fetches += 1;
      }
    }
  }

  private async collect(supplier: SupplierAdapter, jobId: string, call: ImageCall): Promise<SupplierImage[] | null> {
    if (!supplier.collectImages) throw new SupplierError('failed', 'The supplier does not return the images of jobs');
    const job = await supplier.collectImages({ ...call, jobId }).catch((error: unknown) => {
      if (!(error instanceof SupplierError) || error instanceof ImageUnreachable) throw error;
      this.logger.info({ err: error }, 'An image job could not be polled, and will be polled again');
      return { status: 'running' as const };
    });
    // The supplier accepted the job, so no other route may draw it.
    if (job.status === 'failed') throw new JobFailed(job.error.fault, 'The job failed', { cause: job.error });
    if (job.status === 'lost') throw new SupplierError(job.error.fault, 'The job is lost', { cause: job.error });
    return job.status === 'succeeded' ? job.images : null;
  }
}
