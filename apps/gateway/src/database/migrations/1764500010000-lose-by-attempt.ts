import type { MigrationInterface, QueryRunner } from 'typeorm';
import { noteLedgerKeys } from './note-ledger-keys';

/**
 * A request can have a loss for each route that it tried, so the key of a loss names its route. Older keys stay as they
 * are. `down` keeps the new reason: rows have it, and the ledger is never changed.
 */
export class LoseByAttempt1764500010000 implements MigrationInterface {
  name = 'LoseByAttempt1764500010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(noteLedgerKeys({ refusesLateRows: true, losesByRoute: true }));
    await runner.query(REASONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteLedgerKeys({ refusesLateRows: true }));
  }
}

/** NOT VALID, because it allows more than before, and reading the whole ledger would lock it. */
const REASONS = `
  ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_reason,
    ADD CONSTRAINT ledger_entries_reason CHECK (
      reason IS NULL OR kind = 'loss' AND reason IN ('over_hold', 'hold_lost', 'undelivered', 'abandoned', 'expired', 'left_early', 'broken_off')
    ) NOT VALID`;
