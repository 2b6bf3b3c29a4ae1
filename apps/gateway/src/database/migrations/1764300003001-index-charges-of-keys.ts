import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums the spending of a key in its budget window from an index alone. */
export class IndexChargesOfKeys1764300003001 implements MigrationInterface {
  name = 'IndexChargesOfKeys1764300003001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ledger_entries_charges_of_key ON ledger_entries (key_id, created_at) INCLUDE (amount_nano, window_starts_at)
      WHERE account = 'customer' AND kind = 'charge'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger_entries_charges_of_key');
  }
}
