import type { ProjectFields, ProjectStatus, Visibility } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import type { UpdateProjectDto } from './projects.dto';

/** `null` removes a header image, `undefined` keeps it. A README without images keeps one that is set here. */
export async function updateFromRequest(
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
       color = coalesce($6, color), declared_visibility = coalesce($7, declared_visibility), updated_at = now(),
       header_asset_id = CASE WHEN $8 THEN $9::uuid ELSE header_asset_id END,
       header_source = CASE WHEN NOT $8 THEN header_source WHEN $9::uuid IS NOT NULL THEN 'set' END
     WHERE id = $1`,
    [projectId, ...values.map((value) => value ?? null), headerAssetId !== undefined, headerAssetId ?? null],
  );
}

/** A README without an image removes the header that an earlier README gave, but not one that was set. */
export async function updateFromReadme(
  manager: EntityManager,
  projectId: string,
  fields: Partial<ProjectFields>,
  headerAssetId: string | null,
): Promise<void> {
  await manager.query(
    `UPDATE projects SET
       name = coalesce($2, name), tagline = coalesce($3, tagline), tags = coalesce($4, tags), demo_urls = coalesce($5, demo_urls),
       color = coalesce($6, color), updated_at = now(),
       header_asset_id = CASE WHEN $7::uuid IS NOT NULL THEN $7 WHEN header_source = 'set' THEN header_asset_id END,
       header_source = CASE WHEN $7::uuid IS NOT NULL THEN 'readme' WHEN header_source = 'set' THEN 'set' END
     WHERE id = $1`,
    [projectId, fields.name, fields.tagline, fields.tags, fields.demoUrls, fields.color, headerAssetId].map(
      (value) => value ?? null,
    ),
  );
}

export interface SyncedProject {
  fields: Partial<ProjectFields>;
  visibility?: Visibility;
  projectStatus?: ProjectStatus;
  headerAssetId: string | null;
  logCount: number;
  lastSequence: number;
}

export async function updateFromSync(manager: EntityManager, projectId: string, synced: SyncedProject): Promise<void> {
  const { fields, visibility, projectStatus, headerAssetId, logCount, lastSequence } = synced;
  await manager.query(
    `UPDATE projects SET
       name = coalesce($2, name), tagline = coalesce($3, tagline), tags = coalesce($4, tags), demo_urls = coalesce($5, demo_urls),
       declared_visibility = coalesce($6, declared_visibility), project_status = coalesce($7, project_status),
       header_asset_id = coalesce($8::uuid, header_asset_id), header_source = CASE WHEN $8::uuid IS NULL THEN header_source ELSE 'set' END,
       log_count = $9, last_sequence = $10, updated_at = now()
     WHERE id = $1`,
    [
      projectId,
      fields.name ?? null,
      fields.tagline ?? null,
      fields.tags ?? null,
      fields.demoUrls ?? null,
      visibility ?? null,
      projectStatus ?? null,
      headerAssetId,
      logCount,
      lastSequence,
    ],
  );
}

/** Call it while the project is locked. */
export async function countLog(
  manager: EntityManager,
  projectId: string,
): Promise<{ sequence: number; isPrivate: boolean }> {
  const [[counted]] = await manager.query<[[{ sequence: number; isPrivate: boolean }]]>(
    `UPDATE projects SET last_sequence = last_sequence + 1, log_count = log_count + 1, updated_at = now()
     WHERE id = $1 RETURNING last_sequence::integer AS sequence, visibility = 'private' AS "isPrivate"`,
    [projectId],
  );
  return counted;
}
