import { Injectable } from '@nestjs/common';
import type { ProjectState } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import { encodePlace, findChangedSinceReview, ProjectListsService, type QueueQuery } from '../project-reads';
import { ReviewsService } from '../reviews';
import type { QueuedProjectView } from './staff.view';

/** Under review, or a reviewer can still decide. */
const WAITING: readonly ProjectState[] = ['recommended', 'interviewing', 'review_pending', 'changes_requested'];

type WaitingQuery = QueueQuery & { state?: ProjectState };

@Injectable()
export class WaitingProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: ProjectListsService,
    private readonly reviews: ReviewsService,
  ) {}

  async list(query: WaitingQuery): Promise<{ projects: QueuedProjectView[] }> {
    return { projects: (await this.page(query)).projects };
  }

  /** With the place of each project, by which the next page begins. */
  async page({ state, ...page }: WaitingQuery): Promise<{ projects: QueuedProjectView[]; places: string[] }> {
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
    return { projects, places: waiting.map(({ place }) => encodePlace(place)) };
  }
}
