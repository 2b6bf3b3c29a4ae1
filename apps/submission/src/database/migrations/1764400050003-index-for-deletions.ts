import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads go on meanwhile. Writes to accounts and projects wait until the indexes are built. */
export class IndexForDeletions1764400050003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX projects_erasing_idx ON projects (owner_id, id) WHERE erasing_at IS NOT NULL');
    await runner.query('CREATE UNIQUE INDEX accounts_new_handle_key ON accounts (handle) WHERE deleted_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX accounts_new_handle_key, projects_erasing_idx');
  }
}
