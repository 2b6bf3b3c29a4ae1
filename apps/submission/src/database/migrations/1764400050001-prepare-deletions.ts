import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the next four migrations build on. They are apart, so that none reads a large table while it keeps requests from
 * `accounts` or `projects`.
 */
export class PrepareDeletions1764400050001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts ADD deleted_at timestamptz(3)');
    await runner.query('ALTER TABLE projects ADD erasing_at timestamptz(3)');
    // Keeps a hash of each handle, so that none is given twice, even in a race with a deletion.
    await runner.query(`
      CREATE TABLE taken_handles (
        handle_hash bytea CONSTRAINT taken_handles_pkey PRIMARY KEY
          CONSTRAINT taken_handles_handle_hash_check CHECK (octet_length(handle_hash) = 32)
      )`);
    await runner.query(`
      CREATE FUNCTION take_handle() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO taken_handles (handle_hash) VALUES (sha256(convert_to(NEW.handle, 'UTF8')));
        RETURN NULL;
      END $$`);
    await runner.query(
      'CREATE TRIGGER accounts_handle AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION take_handle()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER accounts_handle ON accounts');
    await runner.query('DROP FUNCTION take_handle()');
    await runner.query('DROP TABLE taken_handles');
    await runner.query('ALTER TABLE projects DROP erasing_at');
    await runner.query('ALTER TABLE accounts DROP deleted_at');
  }
}
