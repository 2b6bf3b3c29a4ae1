import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Losses are rare in the ledger, so sums of losses read only this index. */
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
