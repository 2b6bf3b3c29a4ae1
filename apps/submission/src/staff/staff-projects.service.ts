import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { InterviewReportsService } from '../interviews';
import { findChangedSinceReview, ProjectReadsService, type ProjectView, readAuditTrail } from '../project-reads';
import { ProjectsService, ProjectWrites } from '../projects';
import { ReviewsService } from '../reviews';
import { ShipmentsService } from '../shipments';
import type { ShipDto } from './staff.dto';
import type { StaffProjectView } from './staff.view';

type Decision = 'approve' | 'request_changes' | 'reject' | 'reship';

@Injectable()
export class StaffProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly reviews: ReviewsService,
    private readonly interviews: InterviewReportsService,
    private readonly shipments: ShipmentsService,
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

  decide(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    action: Decision,
    reason?: string,
  ): Promise<{ project: ProjectView }> {
    return this.move(caller, recorder, slug, { action, reason }, async (manager, projectId) => {
      if (action === 'reject') await this.shipments.deleteRecipient(manager, projectId);
    });
  }

  /** Deletes the recipient data in the same transaction. Carrier and tracking stay for the owner. */
  ship(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    { carrier = null, tracking = null }: ShipDto,
  ): Promise<{ project: ProjectView }> {
    return this.move(caller, recorder, slug, { action: 'mark_shipped' }, (manager, projectId) =>
      this.shipments.markShipped(manager, projectId, { carrier, tracking }),
    );
  }

  private async move(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    move: { action: Decision | 'mark_shipped'; reason?: string },
    effect: (manager: EntityManager, projectId: string) => Promise<void>,
  ): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      await this.projects.move(manager, { projectId, caller, ...move });
      await effect(manager, projectId);
      return recorder.record(manager, { project: await this.reads.record(manager, projectId) }, projectId);
    });
  }
}
