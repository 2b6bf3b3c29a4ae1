import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The texts that a README had before, for its owner. They are personal data: they end with the account too, although the
 * README itself may stay. READMEs of before count as written on the web.
 */
export class KeepReadmeRevisions1764600900002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE readmes ADD COLUMN written_by text NOT NULL DEFAULT 'web'`);
    await runner.query(`
      CREATE TABLE readme_revisions (
        id uuid CONSTRAINT readme_revisions_pkey PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT readme_revisions_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        account_id uuid NOT NULL CONSTRAINT readme_revisions_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        markdown text NOT NULL,
        written_at timestamptz(3) NOT NULL,
        written_by text NOT NULL CONSTRAINT readme_revisions_written_by_check CHECK (written_by IN ('web', 'api', 'cli', 'assistant'))
      )`);
    await runner.query(
      'CREATE INDEX readme_revisions_project_idx ON readme_revisions (project_id, written_at DESC, id DESC)',
    );
    await runner.query('CREATE INDEX readme_revisions_account_idx ON readme_revisions (account_id)');
    await runner.query(
      `CREATE TRIGGER readme_revisions_account BEFORE INSERT ON readme_revisions FOR EACH ROW EXECUTE FUNCTION skip_for_deleted_account('account_id')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE readme_revisions');
    await runner.query('ALTER TABLE readmes DROP COLUMN written_by');
  }
}
