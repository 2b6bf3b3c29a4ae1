import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, ObjectStore, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { LOGGER } from '../runtime.module';
import { removeFolder, uploadFolder } from '../uploads/multipart-form';

const EVERY_MS = 10 * 60_000;
/** Longer than any request can take until it writes its rows. */
const ORPHAN_AFTER_MS = 60 * 60_000;
const AT_ONCE = 500;
const ASSET_KEY = /^assets\/[0-9a-f-]{36}\/([0-9a-f-]{36})\.[a-z]+$/;
const FOREIGN_IMAGE_KEY = /^foreign-images\/([0-9a-f-]{36})$/;

/** Removes files that a killed process left behind: objects without a row, and upload folders. */
@Injectable()
export class AssetSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sweep = new Sweep('orphaned files', EVERY_MS, () => this.removeOrphans(new Date(Date.now() - ORPHAN_AFTER_MS)), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  /** Removes orphans that were last changed before `olderThan`. */
  async removeOrphans(olderThan: Date): Promise<void> {
    let keys: string[] = [];
    for await (const { key, modifiedAt } of this.store.list()) {
      if (modifiedAt < olderThan) keys.push(key);
      if (keys.length < AT_ONCE) continue;
      await this.removeUnnamed(keys);
      keys = [];
    }
    await this.removeUnnamed(keys);
    await this.removeUploads(olderThan);
  }

  private async removeUnnamed(keys: string[]): Promise<void> {
    const idOf = (key: string) => (ASSET_KEY.exec(key) ?? FOREIGN_IMAGE_KEY.exec(key))?.[1] ?? null;
    const ids = keys.map(idOf).filter((id) => id !== null);
    const named = await this.dataSource.query<{ id: string }[]>('SELECT id FROM assets WHERE id = ANY ($1::uuid[]) UNION ALL SELECT id FROM foreign_images WHERE id = ANY ($1::uuid[])', [ids]);
    const namedIds = new Set(named.map(({ id }) => id));
    for (const key of keys) {
      if (namedIds.has(idOf(key) ?? '')) continue;
      await this.store.delete(key);
      this.logger.info({ key }, 'An object without a row was removed');
    }
  }

  private async removeUploads(olderThan: Date): Promise<void> {
    const root = uploadFolder(this.config.DATA_DIR);
    for (const name of await readdir(root).catch(() => [])) {
      const found = await stat(path.join(root, name)).catch(() => null);
      if (found && found.mtime < olderThan) await removeFolder(path.join(root, name));
    }
  }
}
