import { RENDERER_VERSION } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import type { StaleDocument } from '../markdown/stale-document';

/** The images that came with the README as it is stored, by their paths. */
export function findUploaded(manager: EntityManager, projectId: string): Promise<{ path: string; assetId: string }[]> {
  return manager.query<{ path: string; assetId: string }[]>(
    'SELECT path, asset_id AS "assetId" FROM readme_images WHERE project_id = $1',
    [projectId],
  );
}

/** Returns the README as it was rendered; empty if there is none. */
export async function readHtml(manager: EntityManager, projectId: string): Promise<string> {
  const [readme] = await manager.query<{ html: string }[]>('SELECT html FROM readmes WHERE project_id = $1', [
    projectId,
  ]);
  return readme?.html ?? '';
}

export function findShownIds(
  manager: EntityManager,
  cited: { projectId: string; id: string }[],
): Promise<{ projectId: string; id: string }[]> {
  return manager.query<{ projectId: string; id: string }[]>(
    `SELECT DISTINCT readme.project_id AS "projectId", cited.id
     FROM unnest($1::uuid[], $2::text[]) AS cited (project_id, id) JOIN readmes readme USING (project_id)
     WHERE strpos(readme.html, ' id="' || cited.id || '"') > 0`,
    [cited.map(({ projectId }) => projectId), cited.map(({ id }) => id)],
  );
}

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
