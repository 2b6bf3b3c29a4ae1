import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { ProjectState } from '@shipyard/contracts';
import { HttpError, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import type { EntityManager } from 'typeorm';
import { DataSource, IsNull, Not } from 'typeorm';
import type { Caller } from '../accounts';
import { ProjectReadsService } from '../project-reads';
import { type MoveRequest, ProjectsService, ProjectWrites } from '../projects';
import { LOGGER } from '../runtime.module';
import { Review, type ReviewFlag } from './review.entity';
import { clearMissingHeadings } from './remark-places';
import type { ReviewFailure } from './review-failure';
import {
  hashContent,
  hashReadme,
  type ProjectContent,
  readContent,
  readReadiness,
  type ReviewSnapshot,
  toSnapshot,
} from './review-snapshot';
import {
  type ProjectStatusView,
  REVIEW_VIEW_COLUMNS,
  type ReviewRequestView,
  type ReviewView,
  STAFF_REVIEW_VIEW_COLUMNS,
  type StaffReviewView,
  toReviewView,
  toStaffReviewView,
  type UsualSecondsView,
} from './review.view';
import { reviewErrors } from './reviews.errors';
import { type ReviewJob, reviewJobId, REVIEWS_QUEUE } from './reviews.queue';

const USUAL_OF = 50;

interface OpenedReview {
  projectId: string;
  content: ProjectContent;
  snapshot: ReviewSnapshot;
  caller: Caller;
  from: ProjectState;
  remarks: NamedRemark[];
  saidDone: string[];
}

interface NamedRemark {
  /** Such as `comment-2`. */
  name: string;
  text: string;
}

@Injectable()
export class ReviewsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    @InjectQueue(REVIEWS_QUEUE) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Requests a review:
   * 1. Check that the project belongs to the caller.
   * 2. In one transaction: check the state, refuse content that was already reviewed, check that the snapshot is
   *    complete and the caller's quota is not used up, and write the review's row.
   * 3. Queue the job after the commit. If that fails, the sweeper does it.
   */
  async request(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    { done = [] }: { done?: readonly string[] } = {},
  ): Promise<ReviewRequestView> {
    const project = await this.projects.findOwn(slug, caller);
    const answer = await this.writes.run(project.id, async (manager) => {
      const from = await this.move(manager, { projectId: project.id, action: 'request_review', caller });
      const content = await readContent(manager, project.id);
      await this.refuseUnchanged(manager, project.id, hashContent(content), caller, from);
      const snapshot = toSnapshot(content);
      await this.projects.assertMayRequestReview(manager, caller);
      const remarks = await readRemarks(manager, project.id);
      const saidDone = remarks.flatMap(({ name, text }) => (done.includes(name) ? text : []));
      const opened = await this.open(manager, {
        projectId: project.id,
        content,
        snapshot,
        caller,
        from,
        remarks,
        saidDone,
      });
      return recorder.record(manager, opened, project.id);
    });
    await this.enqueue({ reviewId: answer.review.id, run: 1 });
    return answer;
  }

  async rerun(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<ReviewRequestView> {
    const project = await this.projects.findForOwnerOrStaff(slug, caller);
    const answer = await this.writes.run(project.id, async (manager) => {
      const from = await this.move(manager, { projectId: project.id, action: 'rerun_review', caller });
      const content = await readContent(manager, project.id);
      const snapshot = toSnapshot(content);
      const remarks = await readRemarks(manager, project.id);
      const opened = await this.open(manager, {
        projectId: project.id,
        ...{ content, snapshot, caller, from, remarks, saidDone: [] },
      });
      return recorder.record(manager, opened, project.id);
    });
    await this.enqueue({ reviewId: answer.review.id, run: 1 });
    return answer;
  }

  async flags(projectId: string): Promise<ReviewFlag[]> {
    const [review] = await this.dataSource.manager.find(Review, {
      select: { id: true, flags: true },
      where: { projectId, flags: Not(IsNull()) },
      order: { requestedAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    return review?.flags ?? [];
  }

  async status(caller: Caller, slug: string): Promise<ProjectStatusView> {
    const project = await this.projects.findForOwnerOrStaff(slug, caller);
    const usual = await this.usualSeconds();
    // One snapshot for all reads: a review must not show as succeeded beside a project that still waits for it.
    const { record, review, readiness, nextSequence, shipment } = await this.dataSource.transaction(
      'REPEATABLE READ',
      async (manager) => ({
        record: await this.reads.record(manager, project.id),
        review: (await this.latest(manager, [project.id])).get(project.id) ?? null,
        readiness: await readReadiness(manager, project.id),
        nextSequence: await this.projects.nextSequence(manager, project.id),
        shipment: await this.reads.shipment(manager, project.id, { parcel: project.ownerId === caller.accountId }),
      }),
    );
    return {
      project: record,
      state: record.state,
      project_status: record.project_status,
      review,
      decision: record.decision ?? null,
      shipment,
      missing: readiness.missing,
      allowed: this.projects.allowedFor({ ownerId: project.ownerId, state: record.state }, caller),
      next_sequence: nextSequence,
      usual_seconds: usual,
    };
  }

  async failureOf(reviewId: string): Promise<ReviewFailure | null> {
    const review = await this.dataSource.manager.findOne(Review, {
      select: { id: true, failureCode: true },
      where: { id: reviewId },
    });
    return review?.failureCode ?? null;
  }

  /** The remarks of the review before that its maker said to have dealt with. */
  async saidDoneOf(reviewId: string): Promise<string[]> {
    const review = await this.dataSource.manager.findOne(Review, {
      select: { id: true, saidDone: true },
      where: { id: reviewId },
    });
    return review?.saidDone ?? [];
  }

  async latest(manager: EntityManager, projectIds: string[]): Promise<Map<string, ReviewView>> {
    const reviews = await readLatest(manager, projectIds, REVIEW_VIEW_COLUMNS);
    return new Map(reviews.map((review) => [review.projectId, toReviewView(review)]));
  }

  async latestForStaff(manager: EntityManager, projectId: string): Promise<StaffReviewView | null> {
    const [review] = await readLatest(manager, [projectId], STAFF_REVIEW_VIEW_COLUMNS);
    return review ? toStaffReviewView(review) : null;
  }

  enqueue(job: ReviewJob, delayMs = 0): Promise<boolean> {
    return enqueue(this.queue, job, reviewJobId(job), this.logger, { delay: delayMs });
  }

  private async move(manager: EntityManager, request: MoveRequest): Promise<ProjectState> {
    try {
      return (await this.projects.move(manager, request)).from;
    } catch (error) {
      const pending = error instanceof HttpError && error.particulars.details?.state === 'review_pending';
      // Only the worker can end this state.
      throw pending ? reviewErrors.REVIEW_IN_PROGRESS({ details: { state: 'review_pending', allowed: [] } }) : error;
    }
  }

  private async open(
    manager: EntityManager,
    { projectId, content, snapshot, caller, from, remarks, saidDone }: OpenedReview,
  ): Promise<ReviewRequestView> {
    const reviewId = uuidv7();
    await manager.insert(Review, {
      id: reviewId,
      projectId,
      requestedBy: caller.accountId,
      stateBefore: from,
      snapshotProject: snapshot.project,
      snapshotReadme: snapshot.readme,
      snapshotReadmeHash: hashReadme(snapshot.readme),
      snapshotLogOrder: snapshot.logOrder,
      snapshotLogSequence: snapshot.logSequence,
      snapshotLogCount: snapshot.logCount,
      snapshotRubric: snapshot.rubric,
      snapshotImages: snapshot.images,
      saidDone,
      earlierRemarks: remarks.map(({ text }) => ({ remark: text, verdict: null, reason: null })),
      inputHash: hashContent(content),
    });
    return { review: { id: reviewId, status: 'queued' }, state: 'review_pending' };
  }

  private async refuseUnchanged(
    manager: EntityManager,
    projectId: string,
    inputHash: Buffer,
    caller: Caller,
    state: ProjectState,
  ): Promise<void> {
    const [last] = await manager.find(Review, {
      select: { id: true, inputHash: true },
      where: { projectId, status: 'succeeded' },
      order: { requestedAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    if (last?.inputHash.equals(inputHash)) throw this.projects.unchanged({ ownerId: caller.accountId, state }, caller);
  }

  private async usualSeconds(): Promise<UsualSecondsView | null> {
    const [usual] = await this.dataSource.query<{ from: number | null; to: number | null; reviews: number }[]>(
      `SELECT ceil(percentile_cont(0.1) WITHIN GROUP (ORDER BY seconds))::integer AS "from",
         ceil(percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds))::integer AS "to", count(*)::integer AS reviews
       FROM (SELECT extract(epoch FROM finished_at - requested_at) AS seconds FROM reviews
             WHERE status = 'succeeded' ORDER BY finished_at DESC LIMIT $1) last`,
      [USUAL_OF],
    );
    return usual && usual.from !== null && usual.to !== null
      ? { from: usual.from, to: usual.to, reviews: usual.reviews }
      : null;
  }
}

async function readLatest(
  manager: EntityManager,
  projectIds: string[],
  columns: readonly (keyof Review)[],
): Promise<Review[]> {
  if (projectIds.length === 0) return [];
  const reviews = await manager
    .createQueryBuilder(Review, 'review')
    .select(columns.map((column) => `review.${column}`))
    .distinctOn(['review.projectId'])
    .where('review.projectId IN (:...projectIds)', { projectIds })
    .orderBy('review.projectId')
    .addOrderBy('review.requestedAt', 'DESC')
    .addOrderBy('review.id', 'DESC')
    .getMany();
  await clearMissingHeadings(manager, reviews);
  return reviews;
}

/** The remarks of the last finished review: the comments, then the suggestions. */
async function readRemarks(manager: EntityManager, projectId: string): Promise<NamedRemark[]> {
  const [last] = await manager.find(Review, {
    select: { id: true, comments: true, suggestions: true },
    where: { projectId, status: 'succeeded' },
    order: { requestedAt: 'DESC', id: 'DESC' },
    take: 1,
  });
  return [
    ...(last?.comments ?? []).map((text, at) => ({ name: `comment-${at + 1}`, text })),
    ...(last?.suggestions ?? []).map((text, at) => ({ name: `suggestion-${at + 1}`, text })),
  ];
}
