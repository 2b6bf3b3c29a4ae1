import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import type { Job } from 'bullmq';
import { LOGGER } from '../runtime.module';
import { ReviewRunsService } from './review-runs.service';
import { type ReviewJob, REVIEWS_QUEUE } from './reviews.queue';

// A review mostly waits for its model. A dead worker's job is freed within seconds, and the sweeper limits how often.
@Processor(REVIEWS_QUEUE, { concurrency: 8, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10 })
export class ReviewsWorker extends WorkerHost {
  constructor(
    private readonly runs: ReviewRunsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  override process({ data: { reviewId, run, requestId } }: Job<ReviewJob & JobData>): Promise<void> {
    return requestContexts.run({ requestId: requestId ?? reviewId }, () => this.runs.run({ reviewId, run }));
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job<ReviewJob> | undefined, error: Error): void {
    this.logger.warn(
      { err: error, review_id: job?.data.reviewId },
      'A run of a review ended early; the sweeper starts another',
    );
  }
}
