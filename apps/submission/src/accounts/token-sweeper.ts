import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';
import { LISTED_DAYS } from './tokens.service';

/** Deletes tokens that ended before the listed period, with the tokens created from them, which ended no later. */
export const tokenSweeper = rowSweeper(
  'ended tokens',
  `DELETE FROM api_tokens WHERE id IN (
     SELECT id FROM api_tokens WHERE least(revoked_at, greatest(expires_at, renewable_until)) <= now() - make_interval(days => $1) LIMIT ${SWEPT_AT_ONCE})`,
  [LISTED_DAYS],
);
