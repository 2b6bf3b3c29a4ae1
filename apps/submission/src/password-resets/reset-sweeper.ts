import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';

/** Deletes resets a day after they were made. They expire after an hour at most. */
export const resetSweeper = rowSweeper(
  'old password resets',
  `DELETE FROM password_resets WHERE id IN (
     SELECT id FROM password_resets WHERE created_at <= now() - interval '1 day' LIMIT ${SWEPT_AT_ONCE})`,
);
