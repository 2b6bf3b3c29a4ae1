import { RENDERER_VERSION } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { StaleDocument } from '../markdown/stale-document';

export function findStaleReadmes(
  manager: EntityManager,
  after: Pick<StaleDocument, 'id' | 'rendererVersion'>,
  limit: number,
): Promise<StaleDocument[]> {
  return manager.query<StaleDocument[]>(
    `SELECT project_id AS id, renderer_version AS "rendererVersion", xmin::text AS revision FROM readmes
     WHERE renderer_version < $1 AND (renderer_version, project_id) > ($2, $3::uuid) ORDER BY renderer_version, project_id LIMIT $4`,
    [RENDERER_VERSION, after.rendererVersion, after.id, limit],
  );
}

/** Does nothing if the row has changed since. Locks the project first, as every write does. */
export async function replaceReadmeHtml(
  manager: EntityManager,
  { id, revision }: StaleDocument,
  html: string,
): Promise<boolean> {
  const [, written] = await manager.query<[unknown[], number]>(
    `UPDATE readmes document SET html = $3, renderer_version = $4
     FROM (
       SELECT id FROM projects WHERE id = (SELECT project_id FROM readmes WHERE project_id = $1) FOR NO KEY UPDATE
     ) project
     WHERE document.project_id = $1 AND document.project_id = project.id AND document.xmin::text = $2`,
    [id, revision, html, RENDERER_VERSION],
  );
  return written > 0;
}

export function findReadmesShowing(
  manager: EntityManager,
  projectId: string,
  assetIds: string[],
): Promise<StaleDocument[]> {
  return manager.query<StaleDocument[]>(
    `SELECT project_id AS id, renderer_version AS "rendererVersion", xmin::text AS revision FROM readmes
     WHERE project_id = $1 AND EXISTS (SELECT FROM unnest($2::uuid[]) AS image (id) WHERE strpos(html, image.id::text) > 0)`,
    [projectId, assetIds],
  );
}
