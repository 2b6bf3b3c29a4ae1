import type { ImageExtension } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';

export interface ProjectAssetRow {
  id: string;
  extension: ImageExtension;
  bytes: number;
  width: number;
  height: number;
  uploadedSha256: Buffer;
  servedSha256: Buffer | null;
  readmePaths: string[] | null;
  path: string | null;
}

/** The images of a project, oldest first, with the paths under which the README names those that came with it. */
export function readProjectAssets(
  manager: EntityManager,
  projectId: string,
  after: string | null,
  limit: number,
): Promise<ProjectAssetRow[]> {
  return manager.query<ProjectAssetRow[]>(
    `SELECT asset.id, asset.extension, asset.bytes, asset.width, asset.height, asset.uploaded_sha256 AS "uploadedSha256",
       asset.served_sha256 AS "servedSha256", named.paths AS "readmePaths", asset.path
     FROM assets asset LEFT JOIN (
       SELECT asset_id, array_agg(path ORDER BY path) AS paths FROM readme_images WHERE project_id = $1 GROUP BY asset_id
     ) named ON named.asset_id = asset.id
     WHERE asset.project_id = $1 AND ($2::uuid IS NULL OR asset.id > $2) ORDER BY asset.id LIMIT $3`,
    [projectId, after, limit],
  );
}
