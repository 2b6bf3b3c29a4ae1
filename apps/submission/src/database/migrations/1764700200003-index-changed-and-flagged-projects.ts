import type { MigrationInterface, QueryRunner } from 'typeorm';

const WAITING = 'projects (state, coalesce(review_requested_at, created_at), id)';

const INDEXES = {
  projects_flagged_idx: `${WAITING} WHERE has_flags`,
  projects_changed_idx: `${WAITING} WHERE content_changed_at >= content_reviewed_at`,
};

/** The filters of the queue read those projects alone, however many wait. */
export class IndexChangedAndFlaggedProjects1764700200003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
