import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { mailOldestSeconds, mailsWaiting } from './mail.metrics';

/** Counts all mails that wait. After an outage these are many, so it does so less often than they are queued. */
export const mailMetricsSweeper = sweeper({
  name: 'metrics of mails',
  everyMs: 15_000,
  inject: [DataSource],
  async sweep(dataSource) {
    const [waiting] = await dataSource.query<{ count: number; oldestSeconds: number }[]>(
      `SELECT count(*)::integer AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
       FROM mail_outbox WHERE ended_at IS NULL`,
    );
    mailsWaiting.set(waiting?.count ?? 0);
    mailOldestSeconds.set(waiting?.oldestSeconds ?? 0);
  },
});
