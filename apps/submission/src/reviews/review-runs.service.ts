import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReviewOutput } from '@shipyard/contracts';
import type { Logger } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { ProjectsService } from '../projects/projects.service';
import { LOGGER } from '../runtime.module';
import { Review, type ReviewStage } from './review.entity';
import { readReviewAnswer } from './review-answer';
import { ReviewCallFailed, ReviewGateway } from './review-gateway';
import { decideRetry } from './review-retry';
import { readSnapshotLogs } from './review-snapshot';
import type { ReviewJob } from './reviews.queue';
import { ReviewsService } from './reviews.service';

const HEARTBEAT_MS = 2_000;

const PROGRESS: Readonly<Record<ReviewStage, number>> = { collecting: 5, reading: 15, judging: 30, checking: 85, publishing: 95 };

/** Another run has taken the review over, or it has ended: this one may not touch it any more. */
class RunOver extends Error {}

/**
 * One run of a review, in this order:
 * 1. claim: the row goes from queued to running, if it is still queued for this very run;
 * 2. while it runs, a heartbeat says that this worker lives; without one the sweeper gives the review to a new run;
 * 3. read the snapshot, ask the gateway (no transaction is open), check the answer;
 * 4. publish in one transaction, if the run is still the present one: result, move, audit row;
 * 5. a call that failed queues a new run after a while, or ends the review and puts the project back where it was.
 * A run that dies at any point leaves a row from which the next one starts; the idempotency key counts failed answers, not runs, so that
 * the next one is given the answer that was paid for already.
 */
@Injectable()
export class ReviewRunsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: ReviewGateway,
    private readonly projects: ProjectsService,
    private readonly reviews: ReviewsService,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: ReviewJob): Promise<void> {
    const review = await this.claim(job);
    if (!review) return;
    const over = new AbortController();
    const heartbeat = setInterval(() => void this.beat(job, over), HEARTBEAT_MS);
    try {
      await this.judge(review, job, over.signal);
    } catch (error) {
      if (error instanceof RunOver || over.signal.aborted) {
        this.logger.info({ review_id: job.reviewId, run: job.run }, 'Another run has taken this review over');
        return;
      }
      if (!(error instanceof ReviewCallFailed)) throw error;
      this.logger.warn({ err: error, review_id: review.id, run: job.run }, 'A review call failed');
      await this.retry(review, job, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async claim({ reviewId, run }: ReviewJob): Promise<Review | null> {
    const { affected } = await this.dataSource.manager.update(
      Review,
      { id: reviewId, run, status: 'queued' },
      { status: 'running', heartbeatAt: () => 'now()', stage: 'collecting', progress: PROGRESS.collecting },
    );
    return affected === 1 ? this.dataSource.manager.findOneBy(Review, { id: reviewId }) : null;
  }

  private async beat(job: ReviewJob, over: AbortController): Promise<void> {
    try {
      await this.updateRun(job, { heartbeatAt: () => 'now()' });
    } catch (error) {
      // A database that is away for a moment is no reason to give up; a run that is over is.
      if (error instanceof RunOver) over.abort();
    }
  }

  private async judge(review: Review, job: ReviewJob, signal: AbortSignal): Promise<void> {
    await this.enter('reading', job);
    const logs = await readSnapshotLogs(this.dataSource.manager, review.projectId, review.snapshotLogOrder);
    await this.enter('judging', job);
    const input = { project: review.snapshotProject, readme: review.snapshotReadme, logs };
    const content = await this.gateway.ask(input, `review-${review.id}-${review.failedAnswers + 1}`, signal);
    await this.enter('checking', job);
    const answer = readReviewAnswer(content);
    if (!answer) throw new ReviewCallFailed({ kind: 'answered' }, 'The answer is no usable review');
    await this.enter('publishing', job);
    await this.publish(review, job, answer);
  }

  private async publish(review: Review, job: ReviewJob, answer: ProjectReviewOutput): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(Review, { id: review.id, run: job.run, status: 'running' }, {
        status: 'succeeded',
        heartbeatAt: null,
        finishedAt: () => 'now()',
        progress: 100,
        model: this.gateway.model,
        summary: answer.summary,
        highlights: answer.highlights,
        publicReview: answer.public_review,
        comments: answer.comments,
        suggestions: answer.suggestions,
        recommended: answer.recommended,
      });
      if (affected !== 1) throw new RunOver();
      const action = answer.recommended ? 'recommend' : 'decline';
      await this.projects.move(manager, { projectId: review.projectId, action, caller: null });
    });
    this.logger.info({ review_id: review.id, recommended: answer.recommended }, 'A review is published');
  }

  private async retry(review: Review, job: ReviewJob, { failure }: ReviewCallFailed): Promise<void> {
    const decision = decideRetry(review, failure, { now: new Date(), demo: this.config.DEMO });
    const { failedAnswers, unreachableSince } = decision;
    const present = { id: review.id, run: job.run, status: 'running' as const };
    if (decision.giveUp) {
      await this.dataSource.transaction(async (manager) => {
        const changes = { status: 'failed' as const, heartbeatAt: null, finishedAt: () => 'now()', failure: decision.reason, failedAnswers, unreachableSince };
        const { affected } = await manager.update(Review, present, changes);
        if (affected !== 1) return;
        const { projectId, stateBefore } = review;
        await this.projects.move(manager, { projectId, action: 'give_up_review', caller: null, stateBefore, reason: decision.reason });
      });
      return;
    }
    const next = { reviewId: review.id, run: job.run + 1 };
    const { affected } = await this.dataSource.manager.update(Review, present, {
      status: 'queued',
      run: next.run,
      stage: 'collecting',
      progress: 0,
      heartbeatAt: null,
      nextRunAt: new Date(Date.now() + decision.delayMs),
      failedAnswers,
      unreachableSince,
    });
    if (affected === 1) await this.reviews.enqueue(next, decision.delayMs);
  }

  private enter(stage: ReviewStage, job: ReviewJob): Promise<void> {
    return this.updateRun(job, { stage, progress: PROGRESS[stage], heartbeatAt: () => 'now()' });
  }

  private async updateRun({ reviewId, run }: ReviewJob, changes: Parameters<typeof this.dataSource.manager.update<Review>>[2]): Promise<void> {
    const { affected } = await this.dataSource.manager.update(Review, { id: reviewId, run, status: 'running' }, changes);
    if (affected !== 1) throw new RunOver();
  }
}
