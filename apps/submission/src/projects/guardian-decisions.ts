import type { ProjectState } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { AuditEntry } from './audit-entry.entity';

/**
 * Hides or shows a project for a guardian. What staff hide is kept apart, so that neither can show what the other hid.
 * Returns false if nothing changed.
 */
export async function setHiddenByGuardian(
  manager: EntityManager,
  projectId: string,
  isHidden: boolean,
): Promise<boolean> {
  const [[changed]] = await manager.query<[{ state: ProjectState }[], number]>(
    `UPDATE projects SET guardian_hidden_at = CASE WHEN $2::boolean THEN now() END
     WHERE id = $1 AND (guardian_hidden_at IS NULL) = $2::boolean RETURNING state`,
    [projectId, isHidden],
  );
  if (!changed) return false;
  await manager.insert(AuditEntry, {
    projectId,
    actor: 'guardian',
    action: isHidden ? 'guardian_hide' : 'guardian_unhide',
    fromState: changed.state,
    toState: changed.state,
  });
  return true;
}

/** Before the agreement of the owner's guardian is locked, as in every write. */
export async function lockProjectsOf(manager: EntityManager, ownerId: string): Promise<void> {
  await manager.query('SELECT FROM projects WHERE owner_id = $1 ORDER BY id FOR UPDATE', [ownerId]);
}

/**
 * Makes all projects of the owner private. They are not hidden instead: the owner sees why nobody reads them, and after a
 * new agreement chooses again what is published. Returns the projects whose parcel waits for an address that was sent.
 */
export async function unpublishProjectsOf(manager: EntityManager, ownerId: string): Promise<string[]> {
  await manager.query(
    `WITH changed AS (
       UPDATE projects SET declared_visibility = 'private', updated_at = now()
       WHERE owner_id = $1 AND declared_visibility <> 'private' AND erasing_at IS NULL RETURNING id, state)
     INSERT INTO audit_entries (project_id, actor, action, from_state, to_state) SELECT id, 'guardian', 'unpublish', state, state FROM changed`,
    [ownerId],
  );
  const waiting = await manager.query<{ id: string }[]>(
    `SELECT id FROM projects WHERE owner_id = $1 AND state = 'shipment_submitted' ORDER BY id`,
    [ownerId],
  );
  return waiting.map(({ id }) => id);
}

/** What a guardian hid becomes private: its owner may show it now, and nothing is shown before they choose to. */
export async function releaseProjectsOf(manager: EntityManager, ownerId: string): Promise<void> {
  await manager.query(
    `UPDATE projects SET guardian_hidden_at = NULL, declared_visibility = 'private', updated_at = now()
     WHERE owner_id = $1 AND guardian_hidden_at IS NOT NULL`,
    [ownerId],
  );
}

/** Null if the owner has no such project. Locks it. */
export async function lockProjectOf(
  manager: EntityManager,
  ownerId: string,
  slug: string,
): Promise<{ id: string; state: ProjectState } | null> {
  const [project] = await manager.query<{ id: string; state: ProjectState }[]>(
    'SELECT id, state FROM projects WHERE owner_id = $1 AND slug = $2 AND erasing_at IS NULL FOR UPDATE',
    [ownerId, slug],
  );
  return project ?? null;
}

export async function recordShipmentAgreement(
  manager: EntityManager,
  { id: projectId, state }: { id: string; state: ProjectState },
): Promise<void> {
  await manager.insert(AuditEntry, {
    projectId,
    actor: 'guardian',
    action: 'agree_shipment',
    fromState: state,
    toState: state,
  });
}
