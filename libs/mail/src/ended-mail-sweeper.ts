import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const KEPT_DAYS = 30;
const BATCH = 1_000;

/** Deletes mails 30 days after they ended. */
export const endedMailSweeper = sweeper({
  name: 'mails that ended long ago',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown[], number]>(
        `DELETE FROM mail_outbox WHERE id IN (
           SELECT id FROM mail_outbox WHERE ended_at < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [KEPT_DAYS, BATCH],
      );
      return deleted;
    }),
});
