import type { DataSource, EntityManager } from 'typeorm';
import { lockErasing } from './project-locks';

/** Returns the next projects of a deleted account that are still to be erased. */
export async function findErasing(dataSource: DataSource, ownerId: string, limit: number): Promise<string[]> {
  const projects = await dataSource.query<{ id: string }[]>(
    'SELECT id FROM projects WHERE owner_id = $1 AND erasing_at IS NOT NULL ORDER BY id LIMIT $2',
    [ownerId, limit],
  );
  return projects.map(({ id }) => id);
}

/** Erases the project through the function of the database. Does nothing if another process has just erased it. */
export async function eraseForDeletedAccount(manager: EntityManager, projectId: string): Promise<void> {
  const ownerId = await lockErasing(manager, projectId);
  if (ownerId === null) return;
  await manager.query(`SELECT FROM erase_project($1, 'owner', $2, 'The account was deleted.')`, [projectId, ownerId]);
}
