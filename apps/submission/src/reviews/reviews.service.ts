import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { HttpError, keepAnswer } from '@shipyard/http';
import { enqueue, type Logger, uuidv7 } from '@shipyard/platform';
import type { Queue } from 'bullmq';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts/caller.view';
import type { ProjectState } from '../projects/project.entity';
import { ProjectReadsService } from '../projects/project-reads.service';
import { ProjectsService } from '../projects/projects.service';
import { LOGGER } from '../runtime.module';
import { Review } from './review.entity';
import { hashSnapshot, readReadiness, takeSnapshot } from './review-snapshot';
import { type ProjectStatusView, type RequestedReviewView, type ReviewRequestView, toReviewView, type UsualSecondsView } from './review.view';
import { reviewErrors } from './reviews.errors';
import { type ReviewJob, reviewJobId, REVIEWS_QUEUE } from './reviews.queue';

/** The usual time of a review is told from so many of the last. */
const USUAL_OF = 50;

@Injectable()
export class ReviewsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    @InjectQueue(REVIEWS_QUEUE) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Asks for a review, in this order:
   * 1. the project is the caller's;
   * 2. one transaction: the state moves, or says why not; content that was judged already is refused; the snapshot is complete, or
   *    what is missing is named; the review's row is written;
   * 3. after the commit its job is queued. Where that fails, the sweeper does it.
   */
  async request(caller: Caller, slug: string): Promise<ReviewRequestView> {
    const project = await this.projects.findOwn(slug, caller);
    const answer = await this.dataSource.transaction(async (manager) => {
      const review = await this.open(manager, project.id, caller);
      return keepAnswer(manager, { review, state: 'review_pending' as const }, project.id);
    });
    await this.enqueue({ reviewId: answer.review.id, run: 1 });
    return answer;
  }

  /** The project, its latest review, and what can be done next; for the owner and staff. */
  async status(caller: Caller, slug: string): Promise<ProjectStatusView> {
    const project = await this.projects.findForOwnerOrStaff(slug, caller);
    const usual = await this.usualSeconds();
    // One moment for all of it: a review must not have succeeded in an answer whose project still waits for it.
    const { record, review, readiness, nextSequence, shipment } = await this.dataSource.transaction('REPEATABLE READ', async (manager) => ({
      record: await this.reads.record(manager, project.id),
      review: (await manager.find(Review, { where: { projectId: project.id }, order: { requestedAt: 'DESC', id: 'DESC' }, take: 1 }))[0],
      readiness: await readReadiness(manager, project.id),
      nextSequence: await this.projects.nextSequence(manager, project.id),
      shipment: await this.reads.shipment(manager, project.id, { parcel: this.projects.seesParcel(project, caller) }),
    }));
    return {
      project: record,
      state: record.state,
      project_status: record.project_status,
      review: review ? toReviewView(review) : null,
      shipment,
      missing: readiness.missing,
      allowed: this.projects.allowedFor({ ownerId: project.ownerId, state: record.state }, caller),
      next_sequence: nextSequence,
      usual_seconds: usual,
    };
  }

  /** False when the queue is out of reach. */
  enqueue(job: ReviewJob, delayMs = 0): Promise<boolean> {
    return enqueue(this.queue, job, reviewJobId(job), this.logger, { delay: delayMs });
  }

  private async open(manager: EntityManager, projectId: string, caller: Caller): Promise<RequestedReviewView> {
    const { from } = await this.projects
      .move(manager, { projectId, action: 'request_review', caller })
      .catch((error: unknown) => {
        const pending = error instanceof HttpError && error.particulars.details?.state === 'review_pending';
        throw pending ? reviewErrors.REVIEW_IN_PROGRESS() : error;
      });
    const snapshot = await takeSnapshot(manager, projectId);
    const inputHash = hashSnapshot(snapshot);
    await this.refuseUnchanged(manager, projectId, inputHash, caller, from);
    const reviewId = uuidv7();
    await manager.insert(Review, {
      id: reviewId,
      projectId,
      requestedBy: caller.accountId,
      stateBefore: from,
      snapshotProject: snapshot.project,
      snapshotReadme: snapshot.readme,
      snapshotLogOrder: snapshot.logOrder,
      snapshotLogSequence: snapshot.logSequence,
      inputHash,
    });
    return { id: reviewId, status: 'queued' };
  }

  private async refuseUnchanged(manager: EntityManager, projectId: string, inputHash: Buffer, caller: Caller, state: ProjectState): Promise<void> {
    const [last] = await manager.find(Review, {
      select: { id: true, inputHash: true },
      where: { projectId, status: 'succeeded' },
      order: { requestedAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    if (last?.inputHash.equals(inputHash)) throw this.projects.unchanged({ ownerId: caller.accountId, state }, caller);
  }

  /** Of the middle four fifths of the last reviews; null before the first. */
  private async usualSeconds(): Promise<UsualSecondsView | null> {
    const [usual] = await this.dataSource.query<{ from: number | null; to: number | null; reviews: number }[]>(
      `SELECT ceil(percentile_cont(0.1) WITHIN GROUP (ORDER BY seconds))::integer AS "from",
         ceil(percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds))::integer AS "to", count(*)::integer AS reviews
       FROM (SELECT extract(epoch FROM finished_at - requested_at) AS seconds FROM reviews
             WHERE status = 'succeeded' ORDER BY finished_at DESC LIMIT $1) last`,
      [USUAL_OF],
    );
    return usual && usual.from !== null && usual.to !== null ? { from: usual.from, to: usual.to, reviews: usual.reviews } : null;
  }
}
