import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 1_000;

/** Deletes device codes a day after they expired. */
export const deviceRequestSweeper = sweeper({
  name: 'old device codes',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM oauth_device_requests WHERE id IN (
           SELECT id FROM oauth_device_requests WHERE expires_at <= now() - interval '1 day' LIMIT $1)`,
        [BATCH],
      );
      return deleted;
    }),
});
