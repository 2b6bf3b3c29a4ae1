import type { EntityManager } from 'typeorm';
import type { UpdateProjectDto } from './projects.dto';

/**
 * Writes the fields that are present. A header image that is set here stays when a README without images arrives.
 * `null` removes it, and `undefined` keeps it.
 */
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
