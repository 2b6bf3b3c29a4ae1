import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { InterviewReportsService } from '../interviews';
import { findChangedSinceReview, ProjectReadsService, readAuditTrail } from '../project-reads';
import { ProjectsService } from '../projects';
import { ReviewsService } from '../reviews';
import type { StaffProjectView } from './staff.view';

@Injectable()
export class StaffProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly reviews: ReviewsService,
    private readonly interviews: InterviewReportsService,
  ) {}

  async get(caller: Caller, slug: string): Promise<StaffProjectView> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    const flags = await this.reviews.flags(projectId);
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const project = await this.reads.record(manager, projectId);
      const review = await this.reviews.latestForStaff(manager, projectId);
      const changed = await findChangedSinceReview(manager, [projectId]);
      const audit = await readAuditTrail(manager, projectId);
      const answers = await this.interviews.flags(manager, projectId);
      return {
        project,
        review,
        changed_since_review: changed.has(projectId),
        flags: [...flags, ...answers],
        audit,
      };
    });
  }
}
