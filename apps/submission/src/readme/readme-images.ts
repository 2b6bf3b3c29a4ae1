import type { EntityManager } from 'typeorm';

/** The images that came with the README as it is stored, by their paths. */
export function findUploaded(manager: EntityManager, projectId: string): Promise<{ path: string; assetId: string }[]> {
  return manager.query<{ path: string; assetId: string }[]>(
    'SELECT path, asset_id AS "assetId" FROM readme_images WHERE project_id = $1',
    [projectId],
  );
}
