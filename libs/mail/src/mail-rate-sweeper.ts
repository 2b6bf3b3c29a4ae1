import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 1_000;

/** Forgets addresses that got no mail about signing in for a day. */
export const mailRateSweeper = sweeper({
  name: 'addresses that got no mail for a day',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown[], number]>(
        `DELETE FROM mailed_addresses WHERE address_hash IN (
           SELECT address_hash FROM mailed_addresses WHERE last_sent_at <= now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED)`,
        [BATCH],
      );
      return deleted;
    }),
});
