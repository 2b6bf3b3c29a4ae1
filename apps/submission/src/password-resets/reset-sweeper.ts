import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 1_000;

/** Deletes resets a day after they were made. They expire after an hour at most. */
export const resetSweeper = sweeper({
  name: 'old password resets',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM password_resets WHERE id IN (
           SELECT id FROM password_resets WHERE created_at <= now() - interval '1 day' LIMIT $1)`,
        [BATCH],
      );
      return deleted;
    }),
});
