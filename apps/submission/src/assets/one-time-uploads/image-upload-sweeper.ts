import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 1_000;

/** A row outlives its URL by a day, so that an assistant can still ask which image came. */
export const imageUploadSweeper = sweeper({
  name: 'upload URLs that are over',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM image_uploads WHERE id IN (SELECT id FROM image_uploads WHERE expires_at < now() - interval '1 day' LIMIT $1)`,
        [BATCH],
      );
      return deleted;
    }),
});
