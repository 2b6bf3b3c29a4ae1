import { Injectable } from '@nestjs/common';
import { keepAnswer } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts/caller.view';
import { ProjectReadsService } from '../project-reads/project-reads.service';
import type { ProjectView } from '../project-reads/project.view';
import { ProjectWrites } from '../projects/project-writes.service';
import { ProjectsService } from '../projects/projects.service';
import { ReviewsService } from '../reviews/reviews.service';
import { ShipmentsService } from '../shipments/shipments.service';
import type { ShipDto } from './staff.dto';
import type { AuditEntryView, StaffProjectView } from './staff.view';

const AUDIT_ENTRIES = 500;

type Decision = 'approve' | 'request_changes' | 'reject' | 'reship';

/** The decisions of staff on a project, and the data for them. */
@Injectable()
export class StaffProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly reviews: ReviewsService,
    private readonly shipments: ShipmentsService,
  ) {}

  async get(caller: Caller, slug: string): Promise<StaffProjectView> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    const flags = await this.reviews.flags(projectId);
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const project = await this.reads.record(manager, projectId);
      const review = await this.reviews.latestForStaff(manager, projectId);
      const changed = await this.reviews.findChanged(manager, [projectId]);
      const audit = await manager.query<AuditEntryView[]>(
        `SELECT at, actor, action, "from", "to", reason FROM (
           SELECT entry.id, entry.at, coalesce(account.handle, entry.actor) AS actor, entry.action, entry.from_state AS "from", entry.to_state AS "to", entry.reason
           FROM audit_entries entry LEFT JOIN accounts account ON account.id = entry.actor_id
           WHERE entry.project_id = $1 ORDER BY entry.id DESC LIMIT $2
         ) newest ORDER BY id`,
        [projectId, AUDIT_ENTRIES],
      );
      return { project, review, changed_since_review: changed.has(projectId), flags, audit };
    });
  }

  /** Moves the project by the state table. Deletes the recipient data of a rejected project in the same transaction. */
  decide(caller: Caller, slug: string, action: Decision, reason?: string): Promise<{ project: ProjectView }> {
    return this.move(caller, slug, { action, reason }, async (manager, projectId) => {
      if (action === 'reject') await this.shipments.erase(manager, projectId);
    });
  }

  /** Deletes the recipient data in the same transaction. Carrier and tracking stay for the owner. */
  ship(caller: Caller, slug: string, { carrier = null, tracking = null }: ShipDto): Promise<{ project: ProjectView }> {
    return this.move(caller, slug, { action: 'mark_shipped' }, (manager, projectId) => this.shipments.markShipped(manager, projectId, { carrier, tracking }));
  }

  private async move(
    caller: Caller,
    slug: string,
    move: { action: Decision | 'mark_shipped'; reason?: string },
    effect: (manager: EntityManager, projectId: string) => Promise<void>,
  ): Promise<{ project: ProjectView }> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    return this.writes.run(projectId, async (manager) => {
      await this.projects.move(manager, { projectId, caller, ...move });
      await effect(manager, projectId);
      return keepAnswer(manager, { project: await this.reads.record(manager, projectId) }, projectId);
    });
  }
}
