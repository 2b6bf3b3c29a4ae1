import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import type { Job } from 'bullmq';
import { LOGGER } from '../../runtime.module';
import { VariantMaker } from './variant-maker.service';
import { type VariantsJob, VARIANTS_QUEUE } from './variants.queue';

// One at a time, because an image needs a processor and up to a second. A dead worker's job is freed within seconds.
@Processor(VARIANTS_QUEUE, { concurrency: 1, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10 })
export class VariantsWorker extends WorkerHost {
  constructor(
    private readonly maker: VariantMaker,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  override process({ data: { assetId } }: Job<VariantsJob & JobData>): Promise<void> {
    return requestContexts.run({ requestId: assetId }, () => this.maker.make(assetId));
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<VariantsJob> | undefined, error: Error): void {
    this.logger.warn(
      { err: error, asset_id: job?.data.assetId },
      'A job that makes variants of an image ended early; the sweeper starts another',
    );
  }
}
