import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';

const UNUSED_CLIENT_DAYS = 7;
const IDLE_CLIENT_DAYS = 180;

/** Deletes device codes a day after they expired. */
export const deviceRequestSweeper = rowSweeper(
  'old device codes',
  `DELETE FROM oauth_device_requests WHERE id IN (
     SELECT id FROM oauth_device_requests WHERE expires_at <= now() - interval '1 day' LIMIT ${SWEPT_AT_ONCE})`,
);

/** Deletes authorization codes a day after they expired. Until then, a second use is noticed. */
export const codeSweeper = rowSweeper(
  'old authorization codes',
  `DELETE FROM oauth_codes WHERE id IN (
     SELECT id FROM oauth_codes WHERE expires_at <= now() - interval '1 day' LIMIT ${SWEPT_AT_ONCE})`,
);

/** Deletes refresh tokens that expired. Used ones stay until then, so that a second use is noticed. */
export const refreshTokenSweeper = rowSweeper(
  'expired refresh tokens',
  `DELETE FROM oauth_refresh_tokens WHERE id IN (
     SELECT id FROM oauth_refresh_tokens WHERE expires_at <= now() LIMIT ${SWEPT_AT_ONCE})`,
);

/** Deletes clients that nobody allowed within a week, or that were not used for longer than a refresh token lasts. */
export const clientSweeper = rowSweeper(
  'unused OAuth clients',
  `DELETE FROM oauth_clients WHERE id IN (
     SELECT id FROM oauth_clients
     WHERE coalesce(last_used_at, created_at) <= now() - make_interval(days => $1)
       AND (last_used_at IS NULL OR last_used_at <= now() - make_interval(days => $2)) LIMIT ${SWEPT_AT_ONCE})`,
  [UNUSED_CLIENT_DAYS, IDLE_CLIENT_DAYS],
);
