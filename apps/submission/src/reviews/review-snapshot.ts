import { createHash } from 'node:crypto';
import type { ProjectReviewFacts, RubricItem } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { reviewErrors } from './reviews.errors';

/**
 * The content of a project at the time of the review request. Logs are append-only, so the position of the last one
 * identifies them all.
 */
export interface ReviewSnapshot {
  project: ProjectReviewFacts['project'];
  readme: string;
  /** The `log_order` of the log stored last. */
  logOrder: string;
  /** The highest sequence of all logs. */
  logSequence: string;
  logCount: number;
  rubric: RubricItem[];
  /** `<asset id>.<ext>` of the README's own images, in document order, without duplicates; at most 32. */
  images: string[];
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
  rubric: RubricItem[];
}

/** The current content, which may not be ready for a review. */
export interface ProjectContent extends SnapshotRow {
  images: string[];
}

/** Reads the content. Consistent in a transaction that has locked the project. */
export async function readContent(manager: EntityManager, projectId: string): Promise<ProjectContent> {
  return { ...(await readRow(manager, projectId)), images: await readImages(manager, projectId) };
}

/** Throws REVIEW_NOT_READY. */
export function toSnapshot(content: ProjectContent): ReviewSnapshot {
  const { name, tagline, tags, readme, logOrder, logSequence, logsPresent: logCount, rubric, images } = content;
  const { missing, logsRequired, logsPresent } = readinessOf(content);
  if (missing.length > 0 || readme === null || logOrder === null || logSequence === null) {
    throw reviewErrors.REVIEW_NOT_READY({
      message: `A review needs a README and at least ${logsRequired} log(s). Missing: ${missing.join(', ')}.`,
      details: { missing, logs_required: logsRequired, logs_present: logsPresent },
    });
  }
  return { project: { name, tagline, tags }, readme, logOrder, logSequence, logCount, rubric, images };
}

export async function readReadiness(manager: EntityManager, projectId: string): Promise<Readiness> {
  return readinessOf(await readRow(manager, projectId));
}

/** Returns a hash of the content, images included. */
export function hashContent({ name, tagline, tags, readme, logOrder, images }: ProjectContent): Buffer {
  return createHash('sha256').update(JSON.stringify([name, tagline, tags, readme, logOrder, images])).digest();
}

export const hashReadme = (readme: string) => createHash('sha256').update(readme).digest();

function readinessOf({ readme, logsRequired, logsPresent }: SnapshotRow): Readiness {
  const missing: Readiness['missing'] = [];
  if (readme === null) missing.push('readme');
  if (logsPresent < logsRequired) missing.push('logs');
  return { missing, logsRequired, logsPresent };
}

async function readRow(manager: EntityManager, projectId: string): Promise<SnapshotRow> {
  const [row] = await manager.query<SnapshotRow[]>(
    `SELECT project.name, project.tagline, project.tags, readme.markdown AS readme, project.log_count AS "logsPresent",
       program.logs_required AS "logsRequired", program.rubric, last.append_order AS "logOrder", last.sequence AS "logSequence"
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

/** Reads the images from the rendered README, where each one has the URL that serves it. */
async function readImages(manager: EntityManager, projectId: string): Promise<string[]> {
  const rows = await manager.query<{ image: string }[]>(
    `SELECT found.image[1] AS image FROM readmes readme, regexp_matches(readme.html, '/api/v1/assets/([0-9a-f-]{36}\\.[a-z]+)', 'g') WITH ORDINALITY found (image, place)
     WHERE readme.project_id = $1 GROUP BY found.image[1] ORDER BY min(found.place) LIMIT 32`,
    [projectId],
  );
  return rows.map(({ image }) => image);
}
