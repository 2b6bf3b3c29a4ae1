import { type ProjectFields, type ProjectStatus, VISIBILITIES, type Visibility } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { type Caller, hasScope, scopeRefused } from '../accounts';
import type { UpdateProjectDto } from './projects.dto';

const PUBLISHING = 'projects:publish';

export const mayPublish = (caller: Pick<Caller, 'scopes'>) => hasScope(caller, PUBLISHING);

/**
 * The only statement that changes what the owner chose about who sees the project. Making it more visible needs a scope
 * of its own. A new project begins private, so the first choice counts too. Call it while the project is locked, and
 * nowhere without a caller.
 */
export async function declareVisibility(
  manager: EntityManager,
  projectId: string,
  caller: Pick<Caller, 'scopes'>,
  visibility: Visibility | undefined,
): Promise<void> {
  if (visibility === undefined) return;
  // In the order of the list, the most visible one comes first.
  const [, declared] = await manager.query<[unknown[], number]>(
    `UPDATE projects SET declared_visibility = $2, updated_at = now() WHERE id = $1
       AND ($3 OR array_position($4::text[], $2) >= array_position($4::text[], declared_visibility))`,
    [projectId, visibility, mayPublish(caller), VISIBILITIES],
  );
  if (declared === 0) throw scopeRefused([PUBLISHING]);
}

/** `null` removes a header image, `undefined` keeps it. A README without images keeps one that is set here. */
export async function updateFromRequest(
  manager: EntityManager,
  projectId: string,
  fields: Omit<UpdateProjectDto, 'visibility'>,
  headerAssetId: string | null | undefined,
): Promise<void> {
  const { name, tagline, tags, demo_urls: demoUrls, color } = fields;
  const values = [name, tagline, tags, demoUrls, color];
  if (headerAssetId === undefined && values.every((value) => value === undefined)) return;
  await manager.query(
    `UPDATE projects SET
       name = coalesce($2, name), tagline = coalesce($3, tagline), tags = coalesce($4, tags), demo_urls = coalesce($5, demo_urls),
       color = coalesce($6, color), updated_at = now(),
       header_asset_id = CASE WHEN $7 THEN $8::uuid ELSE header_asset_id END,
       header_source = CASE WHEN NOT $7 THEN header_source WHEN $8::uuid IS NOT NULL THEN 'set' END
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
  projectStatus?: ProjectStatus;
  headerAssetId: string | null;
  logCount: number;
  lastSequence: number;
}

export async function updateFromSync(manager: EntityManager, projectId: string, synced: SyncedProject): Promise<void> {
  const { fields, projectStatus, headerAssetId, logCount, lastSequence } = synced;
  await manager.query(
    `UPDATE projects SET
       name = coalesce($2, name), tagline = coalesce($3, tagline), tags = coalesce($4, tags), demo_urls = coalesce($5, demo_urls),
       project_status = coalesce($6, project_status),
       header_asset_id = coalesce($7::uuid, header_asset_id), header_source = CASE WHEN $7::uuid IS NULL THEN header_source ELSE 'set' END,
       log_count = $8, last_sequence = $9, updated_at = now()
     WHERE id = $1`,
    [
      projectId,
      fields.name ?? null,
      fields.tagline ?? null,
      fields.tags ?? null,
      fields.demoUrls ?? null,
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
