import { createHash } from 'node:crypto';
import type { ProjectReviewFacts, RubricItem } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { filesShownIn } from '../assets';
import { readReviewContent, type ReviewContentRow } from '../project-reads';
import { readHtml } from '../readme';
import { reviewErrors } from './reviews.errors';

const IMAGES_LIMIT = 32;

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

/** The current content, which may not be ready for a review. */
export interface ProjectContent extends ReviewContentRow {
  images: string[];
}

/** Reads the content. Consistent in a transaction that has locked the project. */
export async function readContent(manager: EntityManager, projectId: string): Promise<ProjectContent> {
  return { ...(await readReviewContent(manager, projectId)), images: filesShownIn(await readHtml(manager, projectId)).slice(0, IMAGES_LIMIT) };
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
  return readinessOf(await readReviewContent(manager, projectId));
}

/** Returns a hash of the content, images included. */
export function hashContent({ name, tagline, tags, readme, logOrder, images }: ProjectContent): Buffer {
  return createHash('sha256').update(JSON.stringify([name, tagline, tags, readme, logOrder, images])).digest();
}

export const hashReadme = (readme: string) => createHash('sha256').update(readme).digest();

function readinessOf({ readme, logsRequired, logsPresent }: ReviewContentRow): Readiness {
  const missing: Readiness['missing'] = [];
  if (readme === null) missing.push('readme');
  if (logsPresent < logsRequired) missing.push('logs');
  return { missing, logsRequired, logsPresent };
}
