import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A number that grows with every change of a key or its customer. Copies of a key are valid while it is unchanged. The
 * triggers are deferred, so the row is locked only during the commit.
 */
export class WatchKeyChanges1763900002000 implements MigrationInterface {
  name = 'WatchKeyChanges1763900002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE key_changes (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        version bigint NOT NULL
      )`);
    await runner.query('INSERT INTO key_changes (version) VALUES (1)');
    await runner.query(`
      CREATE FUNCTION count_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE key_changes SET version = version + 1;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER enterprise_keys_changed AFTER UPDATE OR DELETE ON enterprise_keys
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_key_change()`);
    await runner.query(`
      CREATE CONSTRAINT TRIGGER customers_standing_changed AFTER UPDATE OF status, time_zone ON customers
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_key_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER customers_standing_changed ON customers');
    await runner.query('DROP TRIGGER enterprise_keys_changed ON enterprise_keys');
    await runner.query('DROP FUNCTION count_key_change');
    await runner.query('DROP TABLE key_changes');
  }
}
