import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 2_000;

/**
 * Takes flags, reviews and changes from what is there. It works in batches, each a transaction of its own, so that nobody
 * waits long for a row. What the triggers wrote meanwhile is kept, because it is later.
 */
export class FillInChangedAndFlaggedProjects1764700200002 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: string | null = '00000000-0000-0000-0000-000000000000';
    while (last !== null) last = await fillInAfter(runner, last);
  }

  /** The migration before drops the columns. */
  async down(): Promise<void> {}
}

/** Returns the last project of the batch, or null after the last batch. Only projects with a review are written. */
async function fillInAfter(runner: QueryRunner, last: string): Promise<string | null> {
  const [batch] = await runner.manager.query<{ last: string }[]>(
    `WITH batch AS (
       SELECT id, log_count FROM projects WHERE id > $1 AND review_requested_at IS NOT NULL ORDER BY id LIMIT ${BATCH}
     ), facts AS (
       SELECT batch.id, review.requested_at,
         coalesce((
           SELECT jsonb_array_length(flags) > 0 FROM reviews flagged WHERE flagged.project_id = batch.id AND flags IS NOT NULL
           ORDER BY flagged.requested_at DESC, flagged.id DESC LIMIT 1), false) AS has_flags,
         review.snapshot_readme_hash IS DISTINCT FROM (
           SELECT sha256(convert_to(markdown, 'UTF8')) FROM readmes WHERE readmes.project_id = batch.id)
         OR review.snapshot_log_count IS DISTINCT FROM batch.log_count
         OR review.snapshot_log_order IS DISTINCT FROM (SELECT max(append_order) FROM logs WHERE logs.project_id = batch.id) AS has_changed
       FROM batch LEFT JOIN LATERAL (
         SELECT requested_at, snapshot_readme_hash, snapshot_log_order, snapshot_log_count FROM reviews
         WHERE reviews.project_id = batch.id AND status = 'succeeded' ORDER BY requested_at DESC, id DESC LIMIT 1
       ) review ON true
     ), filled AS (
       UPDATE projects SET
         has_flags = projects.has_flags OR facts.has_flags,
         content_reviewed_at = greatest(projects.content_reviewed_at, facts.requested_at),
         content_changed_at = greatest(projects.content_changed_at, CASE WHEN facts.has_changed THEN now() END)
       FROM facts WHERE facts.id = projects.id AND (facts.has_flags OR facts.requested_at IS NOT NULL)
     )
     SELECT id AS last FROM batch ORDER BY id DESC LIMIT 1`,
    [last],
  );
  return batch?.last ?? null;
}
