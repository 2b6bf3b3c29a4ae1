import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { LOGGER, type Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { removeFolder, uploadFolder } from '../uploads/multipart-form';

/** Longer than any request can take until it writes its rows. */
const ORPHAN_AFTER_MS = 60 * 60_000;
const ASSET_KEY = /^assets\/[0-9a-f-]{36}\/([0-9a-f-]{36})\.[a-z]+$/;
const FOREIGN_IMAGE_KEY = /^foreign-images\/([0-9a-f-]{36})$/;

export const assetSweeper = sweeper({
  name: 'orphaned files',
  everyMs: 10 * 60_000,
  inject: [DataSource, ObjectStore, CONFIG, LOGGER],
  async sweep(dataSource, store, config: Pick<WorkerConfig, 'DATA_DIR'>, logger: Logger) {
    const olderThan = new Date(Date.now() - ORPHAN_AFTER_MS);
    await store.deleteOrphans(olderThan, (keys) => findNamed(dataSource, keys), logger);
    await removeUploads(config.DATA_DIR, olderThan);
  },
});

async function findNamed(dataSource: DataSource, keys: string[]): Promise<Set<string>> {
  const idOf = (key: string) => (ASSET_KEY.exec(key) ?? FOREIGN_IMAGE_KEY.exec(key))?.[1] ?? null;
  const ids = keys.map(idOf).filter((id) => id !== null);
  const named = await dataSource.query<{ id: string }[]>(
    'SELECT id FROM assets WHERE id = ANY ($1::uuid[]) UNION ALL SELECT id FROM foreign_images WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  const namedIds = new Set(named.map(({ id }) => id));
  return new Set(keys.filter((key) => namedIds.has(idOf(key) ?? '')));
}

async function removeUploads(dataDir: string, olderThan: Date): Promise<void> {
  const root = uploadFolder(dataDir);
  for (const name of await readdir(root).catch(() => [])) {
    const found = await stat(path.join(root, name)).catch(() => null);
    if (found && found.mtime < olderThan) await removeFolder(path.join(root, name));
  }
}
