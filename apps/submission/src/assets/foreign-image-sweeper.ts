import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { foreignImageKey } from './foreign-images.service';

const BATCH = 500;

/** A row is kept for its first hour, because its document may still be in writing. */
export const foreignImageSweeper = sweeper({
  name: 'images that nothing shows',
  everyMs: 60_000,
  inject: [DataSource, ObjectStore],
  async sweep(dataSource, store) {
    const [images] = await dataSource.query<[{ id: string }[], number]>(DELETE_UNUSED, [BATCH]);
    for (const { id } of images) await store.delete(foreignImageKey(id));
  },
});

/** If a document starts to show one at the same time, the foreign key fails the statement. The next sweep continues. */
const DELETE_UNUSED = `
  DELETE FROM foreign_images WHERE id IN (
    SELECT id FROM foreign_images image WHERE created_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT FROM readme_foreign_images WHERE image_id = image.id) AND NOT EXISTS (SELECT FROM log_foreign_images WHERE image_id = image.id)
    LIMIT $1 FOR UPDATE SKIP LOCKED
  ) RETURNING id`;
