import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One reference from a ledger row to the key of its customer replaces two, because each costs a look-up per row. Rows
 * without a key (credits) refer to their customer by their own column.
 */
export class TieLedgerToKeys1764100000000 implements MigrationInterface {
  name = 'TieLedgerToKeys1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE UNIQUE INDEX enterprise_keys_of_customer ON enterprise_keys (customer_id, id)');
    await runner.query('DROP INDEX enterprise_keys_customer');
    await runner.query(`
      ALTER TABLE ledger_entries
        DROP CONSTRAINT ledger_entries_customer_id_fkey,
        DROP CONSTRAINT ledger_entries_key_id_fkey,
        ADD CONSTRAINT ledger_entries_of_key FOREIGN KEY (key_id, customer_id) REFERENCES enterprise_keys (id, customer_id),
        ADD keyless_customer_id uuid GENERATED ALWAYS AS (CASE WHEN key_id IS NULL THEN customer_id END) STORED
          CONSTRAINT ledger_entries_of_customer REFERENCES customers (id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE ledger_entries
        DROP COLUMN keyless_customer_id,
        DROP CONSTRAINT ledger_entries_of_key,
        ADD CONSTRAINT ledger_entries_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers (id),
        ADD CONSTRAINT ledger_entries_key_id_fkey FOREIGN KEY (key_id) REFERENCES enterprise_keys (id)`);
    await runner.query('CREATE INDEX enterprise_keys_customer ON enterprise_keys (customer_id)');
    await runner.query('DROP INDEX enterprise_keys_of_customer');
  }
}
