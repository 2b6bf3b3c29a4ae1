import type { EntityManager } from 'typeorm';

const ENTRIES = 500;

export interface AuditTrailRow {
  at: Date;
  actor: string;
  action: string;
  /** Null for the creation. */
  from: string | null;
  to: string;
  reason: string | null;
  subject: string | null;
}

/** Reads the newest entries, the oldest of them first. */
export function readAuditTrail(manager: EntityManager, projectId: string): Promise<AuditTrailRow[]> {
  return manager.query<AuditTrailRow[]>(
    `SELECT at, actor, action, "from", "to", reason, subject FROM (
       SELECT entry.id, entry.at, coalesce(nullif(account.handle, ''), entry.actor) AS actor, entry.action, entry.from_state AS "from", entry.to_state AS "to", entry.reason, entry.subject
       FROM audit_entries entry LEFT JOIN accounts account ON account.id = entry.actor_id
       WHERE entry.project_id = $1 ORDER BY entry.id DESC LIMIT $2
     ) newest ORDER BY id`,
    [projectId, ENTRIES],
  );
}

/** Since when each project has the state that it has now. */
export async function readStateTimes(
  manager: EntityManager,
  projectIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await manager.query<{ projectId: string; since: Date }[]>(
    `SELECT project.id AS "projectId", coalesce(entry.since, project.created_at) AS since FROM projects project
     LEFT JOIN LATERAL (
       SELECT max(at) AS since FROM audit_entries
       WHERE project_id = project.id AND to_state = project.state AND from_state IS DISTINCT FROM to_state
     ) entry ON true
     WHERE project.id = ANY ($1::uuid[])`,
    [projectIds],
  );
  return new Map(rows.map(({ projectId, since }) => [projectId, since]));
}
