import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStoreUnavailable } from '@shipyard/platform/object-store';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { QueueOverloaded } from '@shipyard/platform/fair-queue';
import { ProjectsService } from '../projects';
import { LOGGER } from '../runtime.module';
import { Review, type ReviewStage } from './review.entity';
import type { CheckedReview } from './review-answer';
import { type CallFailure, ModelCallFailed } from '../model/model-gateway';
import { REVIEW_FAILURES } from './review-failure';
import { ReviewJudgingService } from './review-judging.service';
import { PROMPT_VERSION } from './review-prompt';
import { decideRetry, LOST_RUNS_LIMIT } from './review-retry';
import { countReview, reviewRunsFailed } from './reviews.metrics';
import type { ReviewJob } from './reviews.queue';
import { ReviewsService } from './reviews.service';

const HEARTBEAT_MS = 2_000;

/** As many percent for each stage: pages draw the stages beside each other, below a bar of the percent. */
const PROGRESS: Readonly<Record<ReviewStage, { from: number; to: number }>> = {
  collecting: { from: 0, to: 20 },
  reading: { from: 20, to: 40 },
  judging: { from: 40, to: 60 },
  checking: { from: 60, to: 80 },
  publishing: { from: 80, to: 100 },
};

/** Thrown when another run has taken the review over, or the review has ended. This run may no longer change it. */
class RunOver extends Error {}

class RunsLost extends Error {}

/**
 * One run of a review:
 * 1. Claim: the row moves from queued to running if it is still queued for this run.
 * 2. Heartbeat: without heartbeats the sweeper starts a new run.
 * 3. Read the model's limits and as much of the snapshot as fits. Older logs may need digest passes.
 * 4. Ask for the review and check the answer.
 * 5. Publish result, move and audit row in one transaction, if this run is still the current one.
 * 6. After a failure, queue a new run with a delay, or end the review and restore the project's earlier state.
 * After a crash, the next run continues from the row, with every answer that was paid for.
 */
@Injectable()
export class ReviewRunsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly judging: ReviewJudgingService,
    private readonly projects: ProjectsService,
    private readonly reviews: ReviewsService,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: ReviewJob): Promise<void> {
    const review = await this.startRun(job);
    if (!review) return;
    const over = new AbortController();
    const heartbeat = setInterval(() => void this.beat(job, over), HEARTBEAT_MS);
    try {
      if (review.lostRuns >= LOST_RUNS_LIMIT) throw new RunsLost();
      const answer = await this.judging.judge({
        review,
        signal: over.signal,
        enter: (stage, share = 0) => this.enter(stage, job, share),
        flag: (flags) => this.updateRun(job, { flags }),
      });
      await this.enter('publishing', job);
      await this.publish(review, job, answer);
    } catch (error) {
      if (error instanceof RunOver || over.signal.aborted) {
        this.logger.info({ review_id: job.reviewId, run: job.run }, 'Another run has taken this review over');
        return;
      }
      const failure = failureOf(error);
      this.logger[failure.isOurs ? 'error' : 'warn'](
        { err: error, review_id: review.id, run: job.run },
        'A run of a review failed',
      );
      reviewRunsFailed.inc({ kind: failure.kind });
      await this.retry(review, job, failure);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async startRun({ reviewId, run }: ReviewJob): Promise<Review | null> {
    const { affected } = await this.dataSource.manager.update(
      Review,
      { id: reviewId, run, status: 'queued' },
      { status: 'running', heartbeatAt: () => 'now()', stage: 'collecting', progress: PROGRESS.collecting.from },
    );
    return affected === 1 ? this.dataSource.manager.findOneBy(Review, { id: reviewId }) : null;
  }

  private async beat(job: ReviewJob, over: AbortController): Promise<void> {
    try {
      await this.updateRun(job, { heartbeatAt: () => 'now()' });
    } catch (error) {
      // A short outage of the database does not end the run, but losing the run does.
      if (error instanceof RunOver) over.abort();
    }
  }

  private async publish(review: Review, job: ReviewJob, answer: CheckedReview): Promise<void> {
    const { comments, suggestions, summary, highlights, publicReview, scores, recommended, reasons } = answer;
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        Review,
        { id: review.id, run: job.run, status: 'running' },
        {
          status: 'succeeded',
          heartbeatAt: null,
          finishedAt: () => 'now()',
          progress: 100,
          model: this.config.REVIEW_MODEL,
          promptVersion: PROMPT_VERSION,
          comments: comments.map(({ text }) => text),
          commentPlaces: comments.map(({ place }) => place),
          suggestions: suggestions.map(({ text }) => text),
          suggestionPlaces: suggestions.map(({ place }) => place),
          earlierRemarks: review.earlierRemarks.map(({ remark }, at) => ({
            remark,
            ...(answer.earlier[at] ?? { verdict: null, reason: null }),
          })),
          ...{ summary, highlights, publicReview, scores, recommended, reasons },
        },
      );
      if (affected !== 1) throw new RunOver();
      await deleteAnswers(manager, review.id);
      await this.projects.move(manager, {
        projectId: review.projectId,
        action: recommended ? 'recommend' : 'decline',
        caller: null,
      });
    });
    countReview(review, recommended ? 'recommended' : 'declined');
    this.logger.info({ review_id: review.id, recommended }, 'A review is published');
  }

  private async retry(review: Review, job: ReviewJob, failure: CallFailure): Promise<void> {
    const decision = decideRetry(review, failure, { now: new Date(), demo: this.config.DEMO });
    const { failedAnswers, unreachableSince } = decision;
    const present = { id: review.id, run: job.run, status: 'running' as const };
    if (decision.giveUp) {
      const reason = REVIEW_FAILURES[decision.failure];
      const isMine = await this.dataSource.transaction(async (manager) => {
        const changes = {
          status: 'failed' as const,
          heartbeatAt: null,
          finishedAt: () => 'now()',
          failure: reason,
          failureCode: decision.failure,
          failedAnswers,
          unreachableSince,
        };
        const { affected } = await manager.update(Review, present, changes);
        if (affected !== 1) return false;
        await deleteAnswers(manager, review.id);
        const { projectId, stateBefore } = review;
        await this.projects.move(manager, {
          projectId,
          action: 'give_up_review',
          caller: null,
          stateBefore,
          reason,
        });
        return true;
      });
      if (isMine) countReview(review, 'failed');
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

  private enter(stage: ReviewStage, job: ReviewJob, share = 0): Promise<void> {
    const { from, to } = PROGRESS[stage];
    return this.updateRun(job, { stage, progress: Math.round(from + (to - from) * share), heartbeatAt: () => 'now()' });
  }

  private async updateRun(
    { reviewId, run }: ReviewJob,
    changes: Parameters<typeof this.dataSource.manager.update<Review>>[2],
  ): Promise<void> {
    const { affected } = await this.dataSource.manager.update(
      Review,
      { id: reviewId, run, status: 'running' },
      changes,
    );
    if (affected !== 1) throw new RunOver();
  }
}

/** Our own faults are retried too, and then end the review, so that no review runs forever. */
function failureOf(error: unknown): CallFailure & { isOurs: boolean } {
  if (error instanceof ModelCallFailed) return { ...error.failure, isOurs: false };
  if (error instanceof RunsLost) return { kind: 'lost', isOurs: true };
  const passes =
    isDatabaseUnavailable(error) || error instanceof ObjectStoreUnavailable || error instanceof QueueOverloaded;
  return { kind: passes ? 'unreachable' : 'answered', isOurs: !passes };
}

/** Removes the texts and keeps the costs. */
const deleteAnswers = (manager: EntityManager, reviewId: string) =>
  manager.query('UPDATE review_answers SET content = NULL WHERE review_id = $1', [reviewId]);
