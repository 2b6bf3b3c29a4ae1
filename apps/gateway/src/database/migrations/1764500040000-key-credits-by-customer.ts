import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A credit and an adjustment share an Idempotency-Key, so each key has one of them. The table is large. */
export class KeyCreditsByCustomer1764500040000 implements MigrationInterface {
  name = 'KeyCreditsByCustomer1764500040000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_keys_one_credit');
    await runner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ledger_keys_one_credit ON ledger_keys (subject) WHERE kind IN ('credit', 'adjustment')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ledger_keys_one_credit');
  }
}
