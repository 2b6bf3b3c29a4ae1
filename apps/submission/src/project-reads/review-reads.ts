import type { RubricItem } from '@shipyard/contracts';
import { plannedOnce } from '@shipyard/platform/database';
import type { EntityManager } from 'typeorm';

export interface ReviewContentRow {
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

/** One statement, so that its parts fit together. */
export async function readReviewContent(manager: EntityManager, projectId: string): Promise<ReviewContentRow> {
  const [row] = await manager.query<ReviewContentRow[]>(
    plannedOnce(`SELECT project.name, project.tagline, project.tags, readme.markdown AS readme, project.log_count AS "logsPresent",
       program.logs_required AS "logsRequired", program.rubric, last.append_order AS "logOrder", last.sequence AS "logSequence"
     FROM projects project
     JOIN programs program ON program.id = project.program_id
     LEFT JOIN readmes readme ON readme.project_id = project.id
     LEFT JOIN LATERAL (SELECT max(append_order) AS append_order, max(sequence) AS sequence FROM logs WHERE logs.project_id = project.id) last ON true
     WHERE project.id = $1`),
    [projectId],
  );
  if (!row) throw new Error(`Project ${projectId} is gone`);
  return row;
}

/** What is other than it was when the last finished review read it. */
export interface ChangedSinceReview {
  readme: boolean;
  logs: boolean;
}

/**
 * Joins what the latest finished review of `project` read, and whether that has changed. Logs are only added and erased,
 * so their number and the last one's position tell whether they are the same.
 */
export const CHANGES = `JOIN LATERAL (
       SELECT snapshot_readme_hash, snapshot_log_order, snapshot_log_count FROM reviews
       WHERE reviews.project_id = project.id AND status = 'succeeded' ORDER BY requested_at DESC, id DESC LIMIT 1
     ) review ON true
     LEFT JOIN readmes readme ON readme.project_id = project.id
     CROSS JOIN LATERAL (
       SELECT review.snapshot_readme_hash IS DISTINCT FROM sha256(convert_to(readme.markdown, 'UTF8')) AS readme,
         review.snapshot_log_count IS DISTINCT FROM project.log_count
         OR review.snapshot_log_order IS DISTINCT FROM (SELECT max(append_order) FROM logs WHERE logs.project_id = project.id) AS logs
     ) changed`;

/** Returns the projects that have changed. */
export async function findChangedSinceReview(
  manager: EntityManager,
  projectIds: string[],
): Promise<Map<string, ChangedSinceReview>> {
  const rows = await manager.query<(ChangedSinceReview & { projectId: string })[]>(
    `SELECT project.id AS "projectId", changed.readme, changed.logs
     FROM projects project
     ${CHANGES}
     WHERE project.id = ANY ($1) AND (changed.readme OR changed.logs)`,
    [projectIds],
  );
  return new Map(rows.map(({ projectId, ...changed }) => [projectId, changed]));
}

export interface ReviewedContent {
  /** The README that the latest finished review read. Empty if there was no review, or if it ended more than 30 days ago. */
  before: string;
  /** Null without a README. */
  after: { markdown: string; html: string } | null;
  /** `<asset id>.<ext>` of the images of the README that the review read. */
  imagesBefore: string[];
  logsAdded: { sequence: number; images: string[] }[];
  isPrivate: boolean;
}

/** README and new logs beside what the latest finished review read. One statement, so that its parts fit together. */
export async function readReviewedContent(manager: EntityManager, projectId: string): Promise<ReviewedContent> {
  const [row] = await manager.query<ReviewedContent[]>(
    `SELECT coalesce(review.snapshot_readme, '') AS before, project.visibility = 'private' AS "isPrivate", coalesce(review.snapshot_images, '{}') AS "imagesBefore",
       CASE WHEN readme.project_id IS NOT NULL THEN json_build_object('markdown', readme.markdown, 'html', readme.html) END AS after, (
         SELECT coalesce(json_agg(json_build_object('sequence', log.sequence, 'images', (
           SELECT coalesce(json_agg(asset.id || '.' || asset.extension ORDER BY image.position), '[]')
           FROM log_images image JOIN assets asset ON asset.id = image.asset_id WHERE image.log_id = log.id
         )) ORDER BY log.sequence), '[]')
         FROM logs log WHERE log.project_id = project.id AND log.removed_at IS NULL AND log.withdrawn_at IS NULL
           AND (review.snapshot_log_order IS NULL OR log.append_order > review.snapshot_log_order)
       ) AS "logsAdded"
     FROM projects project
     LEFT JOIN readmes readme ON readme.project_id = project.id
     LEFT JOIN LATERAL (
       SELECT snapshot_readme, snapshot_log_order, snapshot_images FROM reviews
       WHERE reviews.project_id = project.id AND status = 'succeeded' ORDER BY requested_at DESC, id DESC LIMIT 1
     ) review ON true
     WHERE project.id = $1`,
    [projectId],
  );
  if (!row) throw new Error(`Project ${projectId} is gone`);
  return row;
}
