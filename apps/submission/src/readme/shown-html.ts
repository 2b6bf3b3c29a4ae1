import type { EntityManager } from 'typeorm';

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
