import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';

const BATCH = 1_000;
const HOUR_MS = 60 * 60_000;
const UNUSED_CLIENT_DAYS = 7;
const IDLE_CLIENT_DAYS = 180;

/** Deletes device codes a day after they expired. */
export const deviceRequestSweeper = sweeper({
  name: 'old device codes',
  everyMs: HOUR_MS,
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

/** Deletes authorization codes a day after they expired. Until then, a second use is noticed. */
export const codeSweeper = sweeper({
  name: 'old authorization codes',
  everyMs: HOUR_MS,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM oauth_codes WHERE id IN (
           SELECT id FROM oauth_codes WHERE expires_at <= now() - interval '1 day' LIMIT $1)`,
        [BATCH],
      );
      return deleted;
    }),
});

/** Deletes refresh tokens that expired. Used ones stay until then, so that a second use is noticed. */
export const refreshTokenSweeper = sweeper({
  name: 'expired refresh tokens',
  everyMs: HOUR_MS,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM oauth_refresh_tokens WHERE id IN (
           SELECT id FROM oauth_refresh_tokens WHERE expires_at <= now() LIMIT $1)`,
        [BATCH],
      );
      return deleted;
    }),
});

/** Deletes clients that nobody allowed within a week, or that were not used for longer than a refresh token lasts. */
export const clientSweeper = sweeper({
  name: 'unused OAuth clients',
  everyMs: HOUR_MS,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(
        `DELETE FROM oauth_clients WHERE id IN (
           SELECT id FROM oauth_clients
           WHERE coalesce(last_used_at, created_at) <= now() - make_interval(days => $1)
             AND (last_used_at IS NULL OR last_used_at <= now() - make_interval(days => $2)) LIMIT $3)`,
        [UNUSED_CLIENT_DAYS, IDLE_CLIENT_DAYS, BATCH],
      );
      return deleted;
    }),
});
