import { Injectable } from '@nestjs/common';
import type { ProjectState } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import { findChangedSinceReview, ProjectListsService, type WaitingQuery } from '../project-reads';
import { ReviewsService } from '../reviews';
import type { QueuedProjectView } from './staff.view';

/** Under review, or a reviewer can still decide. */
const WAITING: readonly ProjectState[] = ['recommended', 'interviewing', 'review_pending', 'changes_requested'];

@Injectable()
export class WaitingProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ProjectListsService,
    private readonly reviews: ReviewsService,
  ) {}

  async list({ state, ...page }: WaitingQuery & { state?: ProjectState }): Promise<{ projects: QueuedProjectView[] }> {
    const waiting = await this.lists.waiting(state === undefined ? WAITING : [state], page);
    const projectIds = waiting.map(({ summary }) => summary.id);
    const reviews = await this.reviews.latest(this.dataSource.manager, projectIds);
    const changed = await findChangedSinceReview(this.dataSource.manager, projectIds);
    const projects = waiting.map(({ summary, state: projectState, claim }) => ({
      ...summary,
      state: projectState,
      review: reviews.get(summary.id) ?? null,
      claim: claim && { by: claim.by, expires_at: claim.expiresAt },
      changed_since_review: changed.has(summary.id),
    }));
    return { projects };
  }
}
