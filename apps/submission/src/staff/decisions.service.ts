import { Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { ProjectReadsService, type ProjectView } from '../project-reads';
import { ProjectsService, ProjectWrites } from '../projects';
import { ShipmentsService } from '../shipments';
import type { ShipDto } from './staff.dto';

type Decision = 'approve' | 'request_changes' | 'reject' | 'reship';

@Injectable()
export class DecisionsService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly shipments: ShipmentsService,
  ) {}

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
