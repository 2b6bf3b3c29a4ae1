import type { ObjectStore } from '@shipyard/platform/object-store';
import type { DataSource } from 'typeorm';
import type { Asset } from './asset.entity';
import { objectKey } from './assets.service';

/** Throws if the store is unavailable. */
export async function deleteProjectFiles(dataSource: DataSource, store: ObjectStore, projectId: string): Promise<void> {
  const assets = await dataSource.query<Pick<Asset, 'id' | 'projectId' | 'extension'>[]>(
    'SELECT id, project_id AS "projectId", extension FROM assets WHERE project_id = $1',
    [projectId],
  );
  for (const asset of assets) await store.delete(objectKey(asset));
}
