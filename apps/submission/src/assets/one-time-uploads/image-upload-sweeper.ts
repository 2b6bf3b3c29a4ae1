import { rowSweeper, SWEPT_AT_ONCE } from '@shipyard/platform/row-sweeper';

/** A row outlives its URL by a day, so that an assistant can still ask which image came. */
export const imageUploadSweeper = rowSweeper(
  'upload URLs that are over',
  `DELETE FROM image_uploads WHERE id IN (
     SELECT id FROM image_uploads WHERE expires_at < now() - interval '1 day' LIMIT ${SWEPT_AT_ONCE})`,
);
