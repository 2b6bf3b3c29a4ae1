import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';

const KEPT_DAYS = 30;

/** Deletes mails 30 days after they ended. */
export const endedMailSweeper = rowSweeper(
  'mails that ended long ago',
  `DELETE FROM mail_outbox WHERE id IN (
     SELECT id FROM mail_outbox WHERE ended_at < now() - make_interval(days => $1) LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
  [KEPT_DAYS],
);
