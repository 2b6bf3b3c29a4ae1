import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 1_000;

/** A function in the database decides which entries are deleted, because the worker may not delete entries itself. */
export const accountAuditSweeper = sweeper({
  name: 'old audit entries of accounts',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [answer] = await dataSource.query<{ forgotten: number }[]>(
        'SELECT forget_account_audit_entries($1) AS forgotten',
        [BATCH],
      );
      return answer?.forgotten ?? 0;
    }),
});
