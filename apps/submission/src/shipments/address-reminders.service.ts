import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { MailOutbox } from '../mail';
import { ProjectsService, ProjectWrites } from '../projects';

const EVERY_DAYS = 7;

/** What became of a reminder. `lastSentAt`: another was sent less than a week before. */
export type ReminderOutcome = { isSent: true } | { isSent: false; lastSentAt: Date };

/** Mails that ask the maker of an approved project for the address once more. Staff send each by hand. */
@Injectable()
export class AddressReminders {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
  ) {}

  /** Throws FORBIDDEN on the caller's own project, and STATE_CONFLICT if the project does not wait for an address. */
  async send(caller: Caller, slug: string): Promise<ReminderOutcome> {
    const { id: projectId, ownerId } = await this.projects.findOfAnother({ slug }, caller);
    return this.writes.run(projectId, async (manager) => {
      const state = await this.projects.lock(manager, projectId);
      if (state !== 'approved_to_ship')
        throw this.projects.conflict('This project does not wait for an address.', { ownerId, state }, caller);
      // One statement decides, so that two people cannot remind in one week.
      const sent = await manager.query<{ sentAt: Date }[]>(
        `INSERT INTO address_reminders (project_id) VALUES ($1)
         ON CONFLICT (project_id) DO UPDATE SET sent_at = now()
           WHERE address_reminders.sent_at <= now() - make_interval(days => ${EVERY_DAYS})
         RETURNING sent_at AS "sentAt"`,
        [projectId],
      );
      if (sent.length === 0)
        return { isSent: false, lastSentAt: (await readReminders(manager, [projectId])).get(projectId) ?? new Date() };
      const entryId = await this.projects.recordReminder(manager, { projectId, actorId: caller.accountId, state });
      const mail = { accountId: ownerId, projectId, kind: 'address_reminder', data: { state } } as const;
      await MailOutbox.add(manager, { ...mail, key: `address_reminder-${entryId}` });
      return { isSent: true };
    });
  }

  /** When each of these projects was last reminded. */
  lastSent(projectIds: readonly string[]): Promise<Map<string, Date>> {
    return readReminders(this.dataSource.manager, projectIds);
  }
}

async function readReminders(manager: EntityManager, projectIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await manager.query<{ projectId: string; sentAt: Date }[]>(
    'SELECT project_id AS "projectId", sent_at AS "sentAt" FROM address_reminders WHERE project_id = ANY ($1::uuid[])',
    [projectIds],
  );
  return new Map(rows.map(({ projectId, sentAt }) => [projectId, sentAt]));
}
