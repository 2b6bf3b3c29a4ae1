import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, ObjectStore, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';
import { foreignImageKey } from './foreign-images.service';

const EVERY_MS = 60_000;
const AT_ONCE = 500;

/**
 * Removes copies of remote images that no document shows. A row is kept for its first hour, because its document may
 * still be in writing. A document that finds an older row just before it is removed is rendered again (`link`). The
 * asset sweeper removes the file if a killed worker left it without a row.
 */
@Injectable()
export class ForeignImageSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.sweep = new Sweep('images that nothing shows', EVERY_MS, () => this.removeUnused(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  /**
   * If a document starts to show one at the same time, the foreign key fails the statement. The next sweep continues.
   */
  private async removeUnused(): Promise<void> {
    const [images] = await this.dataSource.query<[{ id: string }[], number]>(
      `DELETE FROM foreign_images WHERE id IN (
         SELECT id FROM foreign_images image WHERE created_at < now() - interval '1 hour'
           AND NOT EXISTS (SELECT FROM readme_foreign_images WHERE image_id = image.id) AND NOT EXISTS (SELECT FROM log_foreign_images WHERE image_id = image.id)
         LIMIT $1 FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
      [AT_ONCE],
    );
    for (const { id } of images) await this.store.delete(foreignImageKey(id));
  }
}
