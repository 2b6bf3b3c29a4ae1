import { createHash } from 'node:crypto';
import type { ProjectReviewInput } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { reviewErrors } from './reviews.errors';

/** What a review judges: the project as it stood when the review was asked for. Logs are append-only, so their place says them all. */
export interface ReviewSnapshot {
  project: ProjectReviewInput['project'];
  readme: string;
  /** Of the log stored last. */
  logOrder: string;
  /** The highest of all logs. */
  logSequence: string;
}

export interface Readiness {
  missing: ('readme' | 'logs')[];
  logsRequired: number;
  logsPresent: number;
}

interface SnapshotRow {
  name: string;
  tagline: string;
  tags: string[];
  readme: string | null;
  logOrder: string | null;
  logSequence: string | null;
  logsRequired: number;
  logsPresent: number;
}

/** Reads the snapshot; within a transaction that has locked the project nothing can come in between. Throws REVIEW_NOT_READY. */
export async function takeSnapshot(manager: EntityManager, projectId: string): Promise<ReviewSnapshot> {
  const row = await readRow(manager, projectId);
  const { missing, logsRequired, logsPresent } = readinessOf(row);
  if (missing.length > 0 || row.readme === null || row.logOrder === null || row.logSequence === null) {
    throw reviewErrors.REVIEW_NOT_READY({
      message: `A review needs a README and at least ${logsRequired} log(s); missing: ${missing.join(', ')}.`,
      details: { missing, logs_required: logsRequired, logs_present: logsPresent },
    });
  }
  const { name, tagline, tags, readme, logOrder, logSequence } = row;
  return { project: { name, tagline, tags }, readme, logOrder, logSequence };
}

export async function readReadiness(manager: EntityManager, projectId: string): Promise<Readiness> {
  return readinessOf(await readRow(manager, projectId));
}

/** The same for the same content. */
export function hashSnapshot({ project, readme, logOrder }: ReviewSnapshot): Buffer {
  return createHash('sha256').update(JSON.stringify([project.name, project.tagline, project.tags, readme, logOrder])).digest();
}

/** The logs of a snapshot, oldest first. */
export async function readSnapshotLogs(manager: EntityManager, projectId: string, logOrder: string): Promise<ProjectReviewInput['logs']> {
  return manager.query<ProjectReviewInput['logs']>(
    `SELECT sequence::integer, title, content_md AS content FROM logs WHERE project_id = $1 AND append_order <= $2 ORDER BY created_at, sequence`,
    [projectId, logOrder],
  );
}

function readinessOf({ readme, logsRequired, logsPresent }: SnapshotRow): Readiness {
  const missing: Readiness['missing'] = [];
  if (readme === null) missing.push('readme');
  if (logsPresent < logsRequired) missing.push('logs');
  return { missing, logsRequired, logsPresent };
}

async function readRow(manager: EntityManager, projectId: string): Promise<SnapshotRow> {
  const [row] = await manager.query<SnapshotRow[]>(
    `SELECT project.name, project.tagline, project.tags, readme.markdown AS readme, project.log_count AS "logsPresent",
       program.logs_required AS "logsRequired", last.append_order AS "logOrder", last.sequence AS "logSequence"
     FROM projects project
     JOIN programs program ON program.id = project.program_id
     LEFT JOIN readmes readme ON readme.project_id = project.id
     LEFT JOIN LATERAL (SELECT max(append_order) AS append_order, max(sequence) AS sequence FROM logs WHERE logs.project_id = project.id) last ON true
     WHERE project.id = $1`,
    [projectId],
  );
  if (!row) throw new Error(`Project ${projectId} is gone`);
  return row;
}
