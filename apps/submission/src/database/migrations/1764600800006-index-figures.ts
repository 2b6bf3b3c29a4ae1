import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  projects_program_state_idx:
    'projects (program_id, state) INCLUDE (id, owner_id, state_since) WHERE erasing_at IS NULL',
  audit_entries_action_idx: 'audit_entries (action, at) INCLUDE (project_id, id)',
  audit_entries_steps_idx: 'audit_entries (project_id, id) INCLUDE (action, at)',
};
const REPLACED = { audit_entries_project_id_idx: 'audit_entries (project_id, id)' };

/** The figures of a program read these indexes alone: how many are in each state, and when each step was made. */
export class IndexFigures1764600800006 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
    for (const name of Object.keys(REPLACED)) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(REPLACED)) await runner.query(`CREATE INDEX ${name} ON ${columns}`);
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
