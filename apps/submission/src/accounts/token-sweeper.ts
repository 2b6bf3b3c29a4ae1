import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { LISTED_DAYS } from './tokens.service';

const BATCH = 1_000;

/** Deletes tokens that ended before the listed period, with the tokens created from them, which ended no later. */
export const tokenSweeper = sweeper({
  name: 'ended tokens',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM api_tokens WHERE id IN (
           SELECT id FROM api_tokens WHERE least(revoked_at, greatest(expires_at, renewable_until)) <= now() - make_interval(days => $1) LIMIT $2)`,
        [LISTED_DAYS, BATCH],
      );
      return deleted;
    }),
});
