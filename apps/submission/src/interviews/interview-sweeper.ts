import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
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
    // The report is requested for the answers that are there. Without any, or after a decision, there is nothing to say.
    await dataSource.query(
      `WITH ended AS (
         UPDATE interviews SET finished_at = session_expires_at
         FROM projects project
         WHERE project.id = interviews.project_id AND project.state = 'interviewing' AND redeemed_at IS NOT NULL
           AND finished_at IS NULL AND superseded_at IS NULL AND session_expires_at <= now()
           AND EXISTS (SELECT FROM interview_questions question WHERE question.interview_id = interviews.id AND answer IS NOT NULL)
         RETURNING interviews.id
       ) INSERT INTO interview_reports (interview_id) SELECT id FROM ended ON CONFLICT DO NOTHING`,
    );
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
