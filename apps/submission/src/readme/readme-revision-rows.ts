import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import type { WritingTool } from '../accounts';

export const REVISIONS_KEPT = 20;

/** Keeps the text that another one replaces. Call it while the project is locked. */
export async function keepRevision(manager: EntityManager, projectId: string, next: string): Promise<void> {
  await manager.query(
    `INSERT INTO readme_revisions (id, project_id, account_id, markdown, written_at, written_by)
     SELECT $2, project.id, project.owner_id, readme.markdown, readme.updated_at, readme.written_by
     FROM readmes readme JOIN projects project ON project.id = readme.project_id WHERE project.id = $1 AND readme.markdown <> $3`,
    [projectId, uuidv7(), next],
  );
  await manager.query(
    `DELETE FROM readme_revisions WHERE project_id = $1 AND id NOT IN (
       SELECT id FROM readme_revisions WHERE project_id = $1 ORDER BY written_at DESC, id DESC LIMIT ${REVISIONS_KEPT})`,
    [projectId],
  );
}

export interface RevisionRow {
  id: string;
  at: Date;
  by: WritingTool;
  bytes: number;
}

export function listRevisions(manager: EntityManager, projectId: string): Promise<RevisionRow[]> {
  return manager.query<RevisionRow[]>(
    `SELECT id, written_at AS at, written_by AS by, octet_length(markdown) AS bytes FROM readme_revisions
     WHERE project_id = $1 ORDER BY written_at DESC, id DESC`,
    [projectId],
  );
}

export async function findRevision(manager: EntityManager, projectId: string, id: string): Promise<string | null> {
  const [found] = await manager.query<{ markdown: string }[]>(
    'SELECT markdown FROM readme_revisions WHERE project_id = $1 AND id = $2',
    [projectId, id],
  );
  return found?.markdown ?? null;
}
