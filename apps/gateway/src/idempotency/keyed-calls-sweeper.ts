import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 500;

export const keyedCallsSweeper = sweeper({
  name: 'customers’ old Idempotency-Keys',
  everyMs: 10 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM keyed_calls WHERE claim_id IN (SELECT claim_id FROM keyed_calls WHERE expires_at <= now() LIMIT ${BATCH})`,
      );
      return deleted;
    }),
});
