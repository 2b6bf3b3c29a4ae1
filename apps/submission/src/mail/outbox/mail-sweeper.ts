import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { mailOldestSeconds, mailsWaiting } from '../mail.metrics';
import { MailJobs } from './mail-jobs';

const AT_ONCE = 200;

/** Queues mails that are due: new ones, those to try again, and those whose worker died. */
export const mailSweeper = sweeper({
  name: 'mails',
  everyMs: 1_000,
  inject: [DataSource, MailJobs],
  async sweep(dataSource, jobs) {
    const due = await dataSource.query<{ mailId: string }[]>(
      `SELECT id AS "mailId" FROM mail_outbox WHERE ended_at IS NULL AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1`,
      [AT_ONCE],
    );
    const [waiting] = await dataSource.query<{ count: number; oldestSeconds: number }[]>(
      `SELECT count(*)::integer AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
       FROM mail_outbox WHERE ended_at IS NULL`,
    );
    mailsWaiting.set(waiting?.count ?? 0);
    mailOldestSeconds.set(waiting?.oldestSeconds ?? 0);
    for (const job of due) if (!(await jobs.enqueue(job))) return;
  },
});
