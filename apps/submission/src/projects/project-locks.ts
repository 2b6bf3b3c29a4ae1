import type { ProjectState } from '@shipyard/contracts';
import { tokenInvalid } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { isAccountDeleted } from '../accounts';
import { projectErrors } from './projects.errors';

/** Null if the project is gone. */
export async function lockProject(manager: EntityManager, projectId: string): Promise<ProjectState | null> {
  const [project] = await manager.query<{ state: ProjectState }[]>(
    'SELECT state FROM projects WHERE id = $1 AND erasing_at IS NULL FOR UPDATE',
    [projectId],
  );
  return project?.state ?? null;
}

/**
 * A deletion locks the projects of the account first. So call it after the project was locked: an owner who is still
 * there then stays until the transaction ends. Throws AUTH_TOKEN_INVALID.
 */
export async function assertOwnerStays(manager: EntityManager, projectId: string): Promise<void> {
  const [project] = await manager.query<{ ownerId: string }[]>(
    'SELECT owner_id AS "ownerId" FROM projects WHERE id = $1',
    [projectId],
  );
  if (project && (await isAccountDeleted(manager, project.ownerId))) throw tokenInvalid();
}

/** References to the project need not wait for this lock. */
export async function lockForDocument(manager: EntityManager, projectId: string): Promise<void> {
  await manager.query('SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
}

/** For a write of the owner. Throws PROJECT_NOT_FOUND, and AUTH_TOKEN_INVALID if the owner has deleted their account. */
export async function lockLogCounts(
  manager: EntityManager,
  projectId: string,
): Promise<{ logCount: number; lastSequence: number }> {
  const [project] = await manager.query<{ logCount: number; lastSequence: number }[]>(
    'SELECT log_count AS "logCount", last_sequence::integer AS "lastSequence" FROM projects WHERE id = $1 AND erasing_at IS NULL FOR UPDATE',
    [projectId],
  );
  if (!project) throw projectErrors.PROJECT_NOT_FOUND();
  await assertOwnerStays(manager, projectId);
  return project;
}

/** Locks a project that is being erased and returns its owner. Null if it is gone. */
export async function lockErasing(manager: EntityManager, projectId: string): Promise<string | null> {
  const [project] = await manager.query<{ ownerId: string }[]>(
    'SELECT owner_id AS "ownerId" FROM projects WHERE id = $1 AND erasing_at IS NOT NULL FOR UPDATE',
    [projectId],
  );
  return project?.ownerId ?? null;
}
