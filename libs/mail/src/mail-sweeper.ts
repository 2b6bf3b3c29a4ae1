import { plannedOnce } from '@shipyard/platform/database';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { type DueMail, MailJobs } from './mail-jobs';

const AT_ONCE = 200;

/** Queues mails that are due: new ones, those to try again, and those whose worker died. Security mail has a queue of its own. */
export const mailSweeper = sweeper({
  name: 'mails',
  everyMs: 1_000,
  inject: [DataSource, MailJobs],
  async sweep(dataSource, jobs) {
    const due = await dataSource.query<DueMail[]>(
      plannedOnce(`(SELECT id AS "mailId", is_security AS "isSecurity" FROM mail_outbox
        WHERE ended_at IS NULL AND is_security AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1)
       UNION ALL
       (SELECT id AS "mailId", is_security AS "isSecurity" FROM mail_outbox
        WHERE ended_at IS NULL AND NOT is_security AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1)`),
      [AT_ONCE],
    );
    for (const mail of due) if (!(await jobs.enqueue(mail))) return;
  },
});
