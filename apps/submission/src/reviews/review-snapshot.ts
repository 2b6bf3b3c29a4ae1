import { createHash } from 'node:crypto';
import type { MissingPart, ProjectReviewFacts, RubricItem } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { filesShownIn } from '../assets';
import { readReviewContent, type ReviewContentRow } from '../project-reads';
import { readHtml } from '../readme';
import { reviewErrors } from './reviews.errors';

const IMAGES_LIMIT = 32;

/** Logs are append-only, so the position of the last one identifies them all. */
export interface ReviewSnapshot {
  project: ProjectReviewFacts['project'];
  readme: string;
  logOrder: string;
  logSequence: string;
  logCount: number;
  rubric: RubricItem[];
  images: string[];
}

export interface Readiness {
  missing: MissingPart[];
  logsRequired: number;
  logsPresent: number;
}

export interface ProjectContent extends ReviewContentRow {
  images: string[];
}

export async function readContent(manager: EntityManager, projectId: string): Promise<ProjectContent> {
  return {
    ...(await readReviewContent(manager, projectId)),
    images: filesShownIn(await readHtml(manager, projectId)).slice(0, IMAGES_LIMIT),
  };
}

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

export function hashContent({ name, tagline, tags, readme, logOrder, images }: ProjectContent): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([name, tagline, tags, readme, logOrder, images]))
    .digest();
}

export const hashReadme = (readme: string) => createHash('sha256').update(readme).digest();

function readinessOf({ readme, logsRequired, logsPresent }: ReviewContentRow): Readiness {
  const missing: Readiness['missing'] = [];
  if (readme === null) missing.push('readme');
  if (logsPresent < logsRequired) missing.push('logs');
  return { missing, logsRequired, logsPresent };
}
