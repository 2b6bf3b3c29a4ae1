import { RENDERER_VERSION } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { StaleDocument } from '../markdown/stale-document';

export function findStaleLogs(
  manager: EntityManager,
  after: Pick<StaleDocument, 'id' | 'rendererVersion'>,
  limit: number,
): Promise<StaleDocument[]> {
  return manager.query<StaleDocument[]>(
    `SELECT id, renderer_version AS "rendererVersion", xmin::text AS revision FROM logs
     WHERE renderer_version < $1 AND (renderer_version, id) > ($2, $3::uuid) ORDER BY renderer_version, id LIMIT $4`,
    [RENDERER_VERSION, after.rendererVersion, after.id, limit],
  );
}

/** Does nothing if the row has changed since. Locks the project first, as every write does. */
export async function replaceLogHtml(
  manager: EntityManager,
  { id, revision }: StaleDocument,
  html: string,
): Promise<boolean> {
  const [, written] = await manager.query<[unknown[], number]>(
    `UPDATE logs document SET content_html = $3, renderer_version = $4
     FROM (
       SELECT id FROM projects WHERE id = (SELECT project_id FROM logs WHERE id = $1) FOR NO KEY UPDATE
     ) project
     WHERE document.id = $1 AND document.project_id = project.id AND document.xmin::text = $2`,
    [id, revision, html, RENDERER_VERSION],
  );
  return written > 0;
}

export function findLogsShowing(
  manager: EntityManager,
  projectId: string,
  assetIds: string[],
  limit: number,
): Promise<StaleDocument[]> {
  return manager.query<StaleDocument[]>(
    `SELECT id, renderer_version AS "rendererVersion", xmin::text AS revision FROM logs
     WHERE project_id = $1 AND EXISTS (SELECT FROM unnest($2::uuid[]) AS image (id) WHERE strpos(content_html, image.id::text) > 0) LIMIT $3`,
    [projectId, assetIds, limit],
  );
}
