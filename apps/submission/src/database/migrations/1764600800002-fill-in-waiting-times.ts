import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCH = 5_000;

/**
 * Takes the times from reviews and audit entries. It works in batches, each a transaction of its own, so that nobody waits
 * long for a row. A project that moves meanwhile keeps the time of the trigger, because that is later.
 */
export class FillInWaitingTimes1764600800002 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let last: string | null = '00000000-0000-0000-0000-000000000000';
    while (last !== null) last = await fillInAfter(runner, last);
  }

  /** The migration before drops the columns. */
  async down(): Promise<void> {}
}

/** Returns the last project of the batch, or null after the last batch. */
async function fillInAfter(runner: QueryRunner, last: string): Promise<string | null> {
  const [batch] = await runner.manager.query<{ last: string }[]>(
    `WITH batch AS (
       SELECT id, state FROM projects WHERE id > $1 ORDER BY id LIMIT ${BATCH}
     ), times AS (
       SELECT batch.id,
         (SELECT max(requested_at) FROM reviews WHERE reviews.project_id = batch.id) AS requested_at,
         (SELECT max(at) FROM audit_entries entry
          WHERE entry.project_id = batch.id AND entry.to_state = batch.state AND entry.from_state <> entry.to_state) AS since
       FROM batch
     ), filled AS (
       UPDATE projects SET
         review_requested_at = greatest(projects.review_requested_at, times.requested_at),
         state_since = greatest(projects.state_since, times.since)
       FROM times WHERE times.id = projects.id AND (times.requested_at IS NOT NULL OR times.since IS NOT NULL)
     )
     SELECT id AS last FROM batch ORDER BY id DESC LIMIT 1`,
    [last],
  );
  return batch?.last ?? null;
}
