import { Inject, Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { ProjectReadsService, type ProjectView } from '../project-reads';
import { ProjectsService, ProjectWrites, TAKE_BACK_MINUTES, takeBackDecision, type TakeBackRefusal } from '../projects';
import { ShipmentsService } from '../shipments';
import type { ShipDto } from './staff.dto';

export const DECISIONS = ['approve', 'request_changes', 'reject'] as const;
type Decision = (typeof DECISIONS)[number] | 'reship';

/** Until then a decision can be taken back. The demo waits less, so that nobody has to wait for its mails. */
const DEMO_MAIL_SECONDS = 20;

@Injectable()
export class DecisionsService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly shipments: ShipmentsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /** How long a decision can be taken back: until its mail goes out. */
  get takeBackSeconds(): number {
    return this.config.DEMO ? DEMO_MAIL_SECONDS : TAKE_BACK_MINUTES * 60;
  }

  decide(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    action: Decision,
    reason?: string,
  ): Promise<{ project: ProjectView }> {
    const mailAfterSeconds = action === 'reship' ? 0 : this.takeBackSeconds;
    return this.move(caller, recorder, slug, { action, reason, mailAfterSeconds }, async (manager, projectId) => {
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

  /** Throws FORBIDDEN to others than who decided, and STATE_CONFLICT once the mail about it has gone out. */
  async takeBack(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<{ project: ProjectView }> {
    const project = await this.projects.findOfAnother({ slug }, caller);
    return this.writes.run(project.id, async (manager) => {
      const state = await this.projects.lock(manager, project.id);
      const refusal = await takeBackDecision(manager, { projectId: project.id, state, accountId: caller.accountId });
      if (refusal === 'of_another') throw envelopeErrors.FORBIDDEN({ message: REFUSALS.of_another });
      if (refusal) throw this.projects.conflict(REFUSALS[refusal], { ...project, state }, caller);
      return recorder.record(manager, { project: await this.reads.record(manager, project.id) }, project.id);
    });
  }

  private async move(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    move: { action: Decision | 'mark_shipped'; reason?: string; mailAfterSeconds?: number },
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

const REFUSALS: Readonly<Record<TakeBackRefusal, string>> = {
  no_decision: 'The last step of this project was no decision, so there is nothing to take back.',
  of_another: 'Only the person who decided can take this decision back.',
  too_late: `A decision can be taken back for ${TAKE_BACK_MINUTES} minutes. Decide again instead.`,
  mailed: 'The mail about this decision has gone out. Decide again instead.',
  recipient_deleted: 'This decision deleted the delivery address, so it cannot be taken back.',
};
