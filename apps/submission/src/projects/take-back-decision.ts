import { ACTIONS, type ProjectState } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { keyOfMoveMail, MAIL_OF_MOVE, MailOutbox } from '../mail';
import { TAKEN_BACK } from '../project-reads';
import { AuditEntry } from './audit-entry.entity';

export const TAKE_BACK_MINUTES = 10;

const DECISIONS = ['approve', 'request_changes', 'reject'] as const;

interface LastMove {
  id: string;
  action: string;
  actorId: string | null;
  from: ProjectState | null;
  to: ProjectState;
  isRecent: boolean;
}

/** Why a decision stands. */
export type TakeBackRefusal = 'no_decision' | 'of_another' | 'too_late' | 'mailed' | 'recipient_deleted';

/**
 * Gives the project the state before the last move, if that is a recent decision of this account whose mail still
 * waits. Lock the project first. The audit trail keeps the decision, and says that it was taken back.
 */
export async function takeBackDecision(
  manager: EntityManager,
  { projectId, state, accountId }: { projectId: string; state: ProjectState; accountId: string },
): Promise<TakeBackRefusal | null> {
  const last = await readLastMove(manager, projectId);
  const action = DECISIONS.find((decision) => decision === last?.action);
  const kind = action && MAIL_OF_MOVE[action];
  if (!last?.from || !kind || last.to !== state) return 'no_decision';
  if (last.actorId !== accountId) return 'of_another';
  if (!last.isRecent) return 'too_late';
  if (action === 'reject' && last.from === 'shipment_submitted') return 'recipient_deleted';
  if (!(await MailOutbox.takeBack(manager, keyOfMoveMail(kind, last.id)))) return 'mailed';
  await manager.query('UPDATE projects SET state = $2, updated_at = now() WHERE id = $1', [projectId, last.from]);
  await manager.insert(AuditEntry, {
    projectId,
    actor: 'reviewer',
    actorId: accountId,
    action: TAKEN_BACK,
    fromState: last.to,
    toState: last.from,
  });
  return null;
}

async function readLastMove(manager: EntityManager, projectId: string): Promise<LastMove | undefined> {
  const [last] = await manager.query<LastMove[]>(
    `SELECT id, action, actor_id AS "actorId", from_state AS "from", to_state AS "to", coalesce(at > now() - make_interval(mins => $3), false) AS "isRecent"
     FROM audit_entries WHERE project_id = $1 AND action = ANY ($2::text[]) ORDER BY id DESC LIMIT 1`,
    [projectId, [...ACTIONS, TAKEN_BACK], TAKE_BACK_MINUTES],
  );
  return last;
}
