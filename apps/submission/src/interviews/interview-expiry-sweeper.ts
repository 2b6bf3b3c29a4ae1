import { plannedOnce } from '@shipyard/platform/database';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource, type EntityManager } from 'typeorm';
import { MailOutbox } from '../mail';

const AT_ONCE = 100;

interface ExpiredInterview {
  interviewId: string;
  projectId: string;
}

/**
 * Handles each interview once whose session has expired: a report is requested for the answers that are there, and the
 * owner gets a mail. A project that somebody else has locked waits for the next round. A failure stops no other one.
 */
export const interviewExpirySweeper = sweeper({
  name: 'expired interviews',
  everyMs: 2_000,
  inject: [DataSource],
  async sweep(dataSource) {
    const expired = await dataSource.query<ExpiredInterview[]>(
      plannedOnce(`SELECT interviews.id AS "interviewId", project.id AS "projectId"
       FROM interviews JOIN projects project ON project.id = interviews.project_id
       WHERE redeemed_at IS NOT NULL AND finished_at IS NULL AND superseded_at IS NULL AND expiry_handled_at IS NULL
         AND session_expires_at <= now()
       ORDER BY session_expires_at LIMIT $1 FOR KEY SHARE OF project SKIP LOCKED`),
      [AT_ONCE],
    );
    const failures: unknown[] = [];
    for (const interview of expired)
      await dataSource
        .transaction((manager) => handleExpiry(manager, interview))
        .catch((error: unknown) => failures.push(error));
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} expired interviews were not handled`);
  },
});

/** Locks the project before the mail locks the account, as the deletion of an account does. */
async function handleExpiry(manager: EntityManager, { interviewId, projectId }: ExpiredInterview): Promise<void> {
  // Moves and answers take a lock that excludes this one, so neither is under way.
  const [project] = await manager.query<{ accountId: string; isOpen: boolean }[]>(
    `SELECT owner_id AS "accountId", state = 'interviewing' AS "isOpen" FROM projects WHERE id = $1 FOR KEY SHARE SKIP LOCKED`,
    [projectId],
  );
  if (!project) return;
  const { accountId, isOpen } = project;
  // Without an answer, or after a decision of staff, the interview stays unfinished: a report would say nothing.
  const handled = await manager.query<{ id: string }[]>(
    `WITH handled AS (
       UPDATE interviews SET expiry_handled_at = now(), finished_at = CASE WHEN $2 AND EXISTS (
         SELECT FROM interview_questions question WHERE question.interview_id = interviews.id AND answer IS NOT NULL
       ) THEN session_expires_at END
       WHERE id = $1 AND finished_at IS NULL AND superseded_at IS NULL AND expiry_handled_at IS NULL AND session_expires_at <= now()
       RETURNING id, finished_at
     ), report AS (
       INSERT INTO interview_reports (interview_id) SELECT id FROM handled WHERE finished_at IS NOT NULL ON CONFLICT DO NOTHING
     ) SELECT id FROM handled`,
    [interviewId, isOpen],
  );
  if (handled.length === 0 || !isOpen) return;
  const key = `interview_expired-${interviewId}`;
  const data = { state: 'interviewing', interviewId };
  await MailOutbox.add(manager, { accountId, projectId, kind: 'interview_expired', key, data });
}
