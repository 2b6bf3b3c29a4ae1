import { plannedOnce } from '@shipyard/platform/database';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { InterviewJobs } from './interview-jobs';

const AT_ONCE = 100;

/**
 * Queues what lost its job: questions that nobody draws, and reports. Questions are queued only for a minute, because a
 * prepared one is asked long before that.
 */
export const interviewSweeper = sweeper({
  name: 'interviews',
  everyMs: 2_000,
  inject: [DataSource, InterviewJobs],
  async sweep(dataSource, jobs) {
    const waiting = await dataSource.query<{ interviewId: string; question: number | null }[]>(
      plannedOnce(`(SELECT interview_id AS "interviewId", index AS question FROM interview_questions
        WHERE text IS NULL AND requested_at BETWEEN now() - interval '1 minute' AND now() - interval '2 seconds' ORDER BY requested_at LIMIT $1)
       UNION ALL
       (SELECT interview_id, NULL FROM interview_reports
        WHERE status = 'queued' AND next_run_at <= now() - interval '2 seconds' ORDER BY next_run_at LIMIT $1)`),
      [AT_ONCE],
    );
    // The queue ignores a job that it still has.
    for (const job of waiting) if (!(await jobs.enqueue(job))) return;
  },
});
