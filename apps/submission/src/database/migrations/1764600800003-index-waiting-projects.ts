import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  projects_queue_idx: 'projects (state, coalesce(review_requested_at, created_at), id)',
  projects_state_since_idx: 'projects (state, coalesce(state_since, created_at), id)',
};

/** The queue of reviewers and the list of shipments read the first rows of a state, however many it has. */
export class IndexWaitingProjects1764600800003 implements MigrationInterface {
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
