import type { EntityManager } from 'typeorm';
import { AuditEntry } from './audit-entry.entity';
import { projectErrors } from './projects.errors';
import { type Action, type Actor, allowedActions, MOVES, type ProjectState } from './states';

export interface MoveRequest {
  projectId: string;
  action: Action;
  actor: Actor;
  /** Null for the worker and the system. */
  actorId: string | null;
  reason?: string;
  /** Where a move back goes; only such a move has it. */
  stateBefore?: ProjectState;
}

/**
 * Moves a project as the state table says, in one conditional update, so that of two at once one wins, and writes the audit row.
 * Throws STATE_CONFLICT when the state does not allow it. Call within a transaction.
 */
export async function moveProject(manager: EntityManager, request: MoveRequest): Promise<{ from: ProjectState; to: ProjectState }> {
  const move = MOVES[request.action];
  const to = move.to === 'before' ? request.stateBefore : move.to;
  if (to === undefined) throw new Error(`${request.action} needs the state before`);
  // The row is locked first, so that what is judged is what is changed.
  const [project] = await manager.query<{ state: ProjectState }[]>('SELECT state FROM projects WHERE id = $1 FOR UPDATE', [request.projectId]);
  if (!project) throw projectErrors.PROJECT_NOT_FOUND();
  const from = project.state;
  if (!(move.from as readonly ProjectState[]).includes(from)) {
    throw projectErrors.STATE_CONFLICT({ details: { state: from, allowed: allowedActions(from, [request.actor]) } });
  }
  await manager.query('UPDATE projects SET state = $2, updated_at = now() WHERE id = $1', [request.projectId, to]);
  await manager.insert(AuditEntry, {
    projectId: request.projectId,
    actor: request.actor,
    actorId: request.actorId,
    action: request.action,
    fromState: from,
    toState: to,
    reason: request.reason ?? null,
  });
  return { from, to };
}
