import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';

/** Forgets addresses that got no mail about signing in for a day. */
export const mailRateSweeper = rowSweeper(
  'addresses that got no mail for a day',
  `DELETE FROM mailed_addresses WHERE address_hash IN (
     SELECT address_hash FROM mailed_addresses WHERE last_sent_at <= now() - interval '1 day' LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
);
