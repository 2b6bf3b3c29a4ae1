import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Filters of the queue that a member of staff gave a name. */
export class SaveQueueFilters1764600800004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE queue_filters (
        account_id uuid NOT NULL CONSTRAINT queue_filters_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        place smallint NOT NULL CONSTRAINT queue_filters_place_check CHECK (place BETWEEN 1 AND 20),
        name text NOT NULL CONSTRAINT queue_filters_name_check CHECK (char_length(name) BETWEEN 1 AND 60),
        query text NOT NULL CONSTRAINT queue_filters_query_check CHECK (char_length(query) <= 300),
        CONSTRAINT queue_filters_pkey PRIMARY KEY (account_id, place),
        CONSTRAINT queue_filters_name_key UNIQUE (account_id, name)
      )`);
    await runner.query(
      `CREATE TRIGGER queue_filters_account BEFORE INSERT ON queue_filters FOR EACH ROW EXECUTE FUNCTION skip_for_deleted_account('account_id')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE queue_filters');
  }
}
