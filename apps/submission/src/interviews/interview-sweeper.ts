import { sweeper } from '@shipyard/platform/sweep';
import { DataSource, type EntityManager } from 'typeorm';
import { MailOutbox } from '../mail';
import { InterviewJobs } from './interview-jobs';

const AT_ONCE = 100;

/**
 * Ends interviews whose time is over, and queues what lost its job: questions that nobody draws, and reports. Questions
 * are queued only for a minute, because a prepared one is asked long before that.
 */
export const interviewSweeper = sweeper({
  name: 'interviews',
  everyMs: 2_000,
  inject: [DataSource, InterviewJobs],
  async sweep(dataSource, jobs) {
    await dataSource.transaction(endExpired);
    const waiting = await dataSource.query<{ interviewId: string; question: number | null }[]>(
      `(SELECT interview_id AS "interviewId", index AS question FROM interview_questions
        WHERE text IS NULL AND requested_at BETWEEN now() - interval '1 minute' AND now() - interval '2 seconds' ORDER BY requested_at LIMIT $1)
       UNION ALL
       (SELECT interview_id, NULL FROM interview_reports
        WHERE status = 'queued' AND next_run_at <= now() - interval '2 seconds' ORDER BY next_run_at LIMIT $1)`,
      [AT_ONCE],
    );
    // The queue ignores a job that it still has.
    for (const job of waiting) if (!(await jobs.enqueue(job))) return;
  },
});

const ANSWERED =
  'EXISTS (SELECT FROM interview_questions question WHERE question.interview_id = interviews.id AND answer IS NOT NULL)';

/** An interview without an answer is not ended, so its owner's mail is added for some minutes. Its key makes it one. */
async function endExpired(manager: EntityManager): Promise<void> {
  const expired = await manager.query<{ interviewId: string; projectId: string; accountId: string }[]>(
    `SELECT interviews.id AS "interviewId", project.id AS "projectId", project.owner_id AS "accountId"
     FROM interviews JOIN projects project ON project.id = interviews.project_id
     WHERE project.state = 'interviewing' AND redeemed_at IS NOT NULL AND finished_at IS NULL AND superseded_at IS NULL
       AND session_expires_at <= now() AND (session_expires_at > now() - interval '10 minutes' OR ${ANSWERED})`,
  );
  for (const { interviewId, projectId, accountId } of expired) {
    const key = `interview_expired-${interviewId}`;
    const data = { state: 'interviewing', interviewId };
    await MailOutbox.add(manager, { accountId, projectId, kind: 'interview_expired', key, data });
  }
  // The report is requested for the answers that are there. Without any, or after a decision, there is nothing to say.
  await manager.query(
    `WITH ended AS (
       UPDATE interviews SET finished_at = session_expires_at
       FROM projects project
       WHERE project.id = interviews.project_id AND project.state = 'interviewing' AND redeemed_at IS NOT NULL
         AND finished_at IS NULL AND superseded_at IS NULL AND session_expires_at <= now() AND ${ANSWERED}
       RETURNING interviews.id
     ) INSERT INTO interview_reports (interview_id) SELECT id FROM ended ON CONFLICT DO NOTHING`,
  );
}
