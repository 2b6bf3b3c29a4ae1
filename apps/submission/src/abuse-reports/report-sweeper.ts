import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { KEPT_DAYS } from './report.view';

const BATCH = 1_000;

/** The reason for closing stays in the audit trail. */
export const reportSweeper = sweeper({
  name: 'reports that were closed long ago',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown[], number]>(
        `DELETE FROM reports WHERE id IN (
           SELECT id FROM reports WHERE closed_at < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [KEPT_DAYS, BATCH],
      );
      return deleted;
    }),
});
