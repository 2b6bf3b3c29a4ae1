import type { Actor, ImageExtension, ProjectState } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { type Caller, hasRole } from '../accounts';
import { AuditEntry } from './audit-entry.entity';

export interface ErasedAsset {
  id: string;
  projectId: string;
  extension: ImageExtension;
}

export interface TakedownBy {
  /** `owner` withdraws: a log then says so, instead of that it was removed. */
  actor: Extract<Actor, 'owner' | 'reviewer' | 'admin'>;
  actorId: string;
  reason: string | null;
}

export const takedownBy = (caller: Caller, reason: string): TakedownBy => ({
  actor: hasRole(caller, ['reviewer']) ? 'reviewer' : 'admin',
  actorId: caller.accountId,
  reason,
});

/** One conditional update, so that one of two concurrent calls succeeds. Returns false if nothing changed. */
export async function setHidden(
  manager: EntityManager,
  projectId: string,
  isHidden: boolean,
  by: TakedownBy,
): Promise<boolean> {
  const [[changed]] = await manager.query<[{ state: ProjectState }[], number]>(
    `UPDATE projects SET hidden_at = CASE WHEN $2::boolean THEN now() END
     WHERE id = $1 AND (hidden_at IS NULL) = $2::boolean RETURNING state`,
    [projectId, isHidden],
  );
  if (!changed) return false;
  await manager.insert(AuditEntry, {
    ...by,
    projectId,
    action: isHidden ? 'hide' : 'unhide',
    fromState: changed.state,
    toState: changed.state,
  });
  return true;
}

/** Call it while the project is locked and has the log or image. The caller removes the returned images' files. */
export async function eraseFromProject(
  manager: EntityManager,
  projectId: string,
  what: { sequence: number } | { assetId: string },
  { actor, actorId, reason }: TakedownBy,
): Promise<ErasedAsset[]> {
  return manager.query<ErasedAsset[]>(
    `SELECT asset_id AS id, asset_extension AS extension, $1::uuid AS "projectId" FROM erase_project($1, $2, $3, $4, $5, $6)`,
    [
      projectId,
      actor,
      actorId,
      reason,
      'sequence' in what ? what.sequence : null,
      'assetId' in what ? what.assetId : null,
    ],
  );
}

export async function recordClosedReports(manager: EntityManager, projectId: string, by: TakedownBy): Promise<void> {
  await manager.query(
    `INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, reason)
     SELECT id, $2, $3, 'close_reports', state, state, $4 FROM projects WHERE id = $1`,
    [projectId, by.actor, by.actorId, by.reason],
  );
}
