import type { ObjectStore } from '@shipyard/platform/object-store';
import type { DataSource } from 'typeorm';
import type { Asset } from './asset.entity';
import { keysOf } from './object-keys';

/** Throws if the store is unavailable. */
export async function deleteProjectFiles(dataSource: DataSource, store: ObjectStore, projectId: string): Promise<void> {
  const assets = await dataSource.query<Pick<Asset, 'id' | 'projectId' | 'extension'>[]>(
    'SELECT id, project_id AS "projectId", extension FROM assets WHERE project_id = $1',
    [projectId],
  );
  for (const asset of assets) for (const key of keysOf(asset)) await store.delete(key);
}
