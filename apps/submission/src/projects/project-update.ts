import { inputInvalid } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { imageTarget } from '../markdown/image-target';
import type { UpdateProjectDto } from './projects.dto';

/** The asset behind a file id that is to be the header image. Refuses what is no file id, and images of nothing or of others. */
export async function findHeaderAsset(manager: EntityManager, projectId: string, fileId: string): Promise<string> {
  const target = imageTarget(fileId);
  const known = target.kind === 'stored' && target.fileId === fileId && target.projectId === projectId && target.assetId !== null;
  const [asset] = known
    ? await manager.query<{ id: string }[]>('SELECT id FROM assets WHERE project_id = $1 AND id = $2 AND extension = $3', [
        projectId,
        target.assetId,
        target.extension,
      ])
    : [];
  if (!asset) throw inputInvalid('header_image', 'is not the file id of an image of this project');
  return asset.id;
}

/** Writes the fields that are there. A header image that is set here outlives a README without images; `null` takes it away, `undefined` leaves it. */
export async function updateProject(
  manager: EntityManager,
  projectId: string,
  fields: UpdateProjectDto,
  headerAssetId: string | null | undefined,
): Promise<void> {
  const { name, tagline, tags, demo_urls: demoUrls, color, visibility } = fields;
  const values = [name, tagline, tags, demoUrls, color, visibility];
  if (headerAssetId === undefined && values.every((value) => value === undefined)) return;
  await manager.query(
    `UPDATE projects SET
       name = coalesce($2, name), tagline = coalesce($3, tagline), tags = coalesce($4, tags), demo_urls = coalesce($5, demo_urls),
       color = coalesce($6, color), visibility = coalesce($7, visibility), updated_at = now(),
       header_asset_id = CASE WHEN $8 THEN $9::uuid ELSE header_asset_id END,
       header_source = CASE WHEN NOT $8 THEN header_source WHEN $9::uuid IS NOT NULL THEN 'set' END
     WHERE id = $1`,
    [projectId, ...values.map((value) => value ?? null), headerAssetId !== undefined, headerAssetId ?? null],
  );
}
