import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A charge names its budget window, and a window its initial sum, so that usage can be recounted. */
export class RecountBudgets1763900005000 implements MigrationInterface {
  name = 'RecountBudgets1763900005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ledger_entries ADD window_starts_at timestamptz');
    await runner.query(
      'ALTER TABLE budget_windows ADD carried_nano bigint NOT NULL DEFAULT 0 CHECK (carried_nano >= 0)',
    );
    await runner.query('UPDATE budget_windows SET carried_nano = used_nano');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE budget_windows DROP COLUMN carried_nano');
    await runner.query('ALTER TABLE ledger_entries DROP COLUMN window_starts_at');
  }
}
