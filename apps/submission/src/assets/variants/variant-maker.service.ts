import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../../config';
import { LOGGER } from '../../runtime.module';
import { removeFolder, uploadFolder } from '../../uploads/multipart-form';
import type { Asset } from '../asset.entity';
import { ImageCleaner } from '../image-cleaner.service';
import { objectKey, variantsKey } from '../object-keys';
import type { MadeVariants } from './variant-sizes';

/** With the pauses between attempts, a store has more than an hour to recover. */
const ATTEMPTS = 5;

type Source = Pick<Asset, 'id' | 'projectId' | 'extension'> & { attempts: number };

/**
 * Makes the variants of one image:
 * 1. Lease the row for five minutes, so that a second job for it does nothing. If this process dies, the sweeper queues
 *    the image again after that time.
 * 2. Copy the image to a folder of its own, and make all variants in a child process.
 * 3. Store them as one object. It can be repeated, because the key follows from the image.
 * 4. Write the rows of the variants, which also ends the task. If the image was deleted meanwhile, delete the object.
 * After a failure, wait longer each time. An image that fails five times keeps no variants.
 */
@Injectable()
export class VariantMaker {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly cleaner: ImageCleaner,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'DATA_DIR'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async make(assetId: string): Promise<void> {
    const source = await this.lease(assetId);
    if (!source) return;
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      if (source.attempts > ATTEMPTS) throw new Error('Each attempt ended with its process');
      await mkdir(folder, { recursive: true });
      const [image, target] = [path.join(folder, 'image'), path.join(folder, 'variants')];
      if (!(await this.copy(source, image))) return;
      const made = await this.cleaner.makeVariants(source.projectId, image, target);
      if (made.variants.length > 0) await this.store.put(variantsKey(source), createReadStream(target));
      const isWritten = await this.finish(assetId, made);
      if (!isWritten && !(await this.exists(assetId))) await this.store.delete(variantsKey(source));
    } catch (error) {
      await this.fail(source, error);
    } finally {
      await removeFolder(folder);
    }
  }

  /** The project of a deleted account gets no more files. */
  private async lease(assetId: string): Promise<Source | undefined> {
    const [[source]] = await this.dataSource.query<[Source[], number]>(
      `UPDATE asset_variant_tasks task SET attempts = attempts + 1, next_attempt_at = now() + interval '5 minutes'
       FROM assets asset JOIN projects project ON project.id = asset.project_id
       WHERE task.asset_id = $1 AND task.status = 'pending' AND task.next_attempt_at <= now()
         AND asset.id = task.asset_id AND project.erasing_at IS NULL
       RETURNING asset.id, asset.project_id AS "projectId", asset.extension, task.attempts`,
      [assetId],
    );
    return source;
  }

  /** Returns false if the image has been deleted since the lease. */
  private async copy(source: Source, target: string): Promise<boolean> {
    const object = await this.store.get(objectKey(source));
    if (object) {
      await pipeline(await object.read(), createWriteStream(target));
      return true;
    }
    if (await this.exists(source.id)) throw new Error(`The object of asset ${source.id} is gone from the store`);
    return false;
  }

  private async exists(assetId: string): Promise<boolean> {
    const found = await this.dataSource.query<{ id: string }[]>('SELECT id FROM assets WHERE id = $1', [assetId]);
    return found.length > 0;
  }

  /** Returns false if the image was deleted, or another job has ended the task. */
  private async finish(assetId: string, { isAnimated, variants }: MadeVariants): Promise<boolean> {
    const [ended] = await this.dataSource.query<{ assetId: string }[]>(
      `WITH ended AS (
         UPDATE asset_variant_tasks SET status = 'ready', is_animated = $2 WHERE asset_id = $1 AND status = 'pending' RETURNING asset_id
       ), written AS (
         INSERT INTO asset_variants (asset_id, width, height, format, starts_at, bytes)
         SELECT ended.asset_id, variant.* FROM ended, unnest($3::integer[], $4::integer[], $5::text[], $6::integer[], $7::integer[]) variant
       )
       SELECT asset_id AS "assetId" FROM ended`,
      [
        assetId,
        isAnimated,
        variants.map(({ width }) => width),
        variants.map(({ height }) => height),
        variants.map(({ format }) => format),
        variants.map(({ startsAt }) => startsAt),
        variants.map(({ bytes }) => bytes),
      ],
    );
    return ended !== undefined;
  }

  private async fail({ id, attempts }: Source, error: unknown): Promise<void> {
    const isFinal = attempts >= ATTEMPTS;
    this.logger.warn(
      { err: error, asset_id: id, attempts, is_final: isFinal },
      'The variants of an image could not be made',
    );
    await this.dataSource.query(
      `UPDATE asset_variant_tasks SET status = CASE WHEN $2 THEN 'failed' ELSE status END,
         next_attempt_at = now() + make_interval(mins => (4 ^ ($3::integer - 1))::integer)
       WHERE asset_id = $1 AND status = 'pending'`,
      [id, isFinal, attempts],
    );
  }
}
