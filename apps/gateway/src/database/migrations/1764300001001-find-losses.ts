import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Losses are few among the rows of the ledger: what sums them up reads no others. */
export class FindLosses1764300001001 implements MigrationInterface {
  name = 'FindLosses1764300001001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ledger_entries_losses ON ledger_entries (created_at) WHERE kind = 'loss' AND account = 'revenue'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger_entries_losses');
  }
}
