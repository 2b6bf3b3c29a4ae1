import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const KEPT_DAYS = 30;
const BATCH = 100;

/** Clears the README of a review 30 days after its end. The hash stays, so unchanged content is still recognized. */
export const snapshotSweeper = sweeper({
  name: 'READMEs of ended reviews',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, emptied] = await dataSource.query<[unknown[], number]>(
        `UPDATE reviews SET snapshot_readme = '' WHERE id IN (
           SELECT id FROM reviews WHERE finished_at < now() - make_interval(days => $1) AND snapshot_readme <> '' LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [KEPT_DAYS, BATCH],
      );
      return emptied;
    }),
});
