import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';
import { KEPT_DAYS } from './report.view';

/** The reason for closing stays in the audit trail. */
export const reportSweeper = rowSweeper(
  'reports that were closed long ago',
  `DELETE FROM reports WHERE id IN (
     SELECT id FROM reports WHERE closed_at < now() - make_interval(days => $1) LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
  [KEPT_DAYS],
);
