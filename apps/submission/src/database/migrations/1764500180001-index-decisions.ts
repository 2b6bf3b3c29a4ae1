import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The figures of staff read what happened within a time, and the admins' audit reads the newest entries. */
export class IndexDecisions1764500180001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS audit_entries_at_idx');
    await runner.query('CREATE INDEX CONCURRENTLY audit_entries_at_idx ON audit_entries (at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_entries_at_idx');
  }
}
