import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A customer who owes something from before a rollback, which dropped the line, gets one that covers it. In a transaction of
 * its own, because it reads all customers.
 */
export class CheckCreditLines1764600500021 implements MigrationInterface {
  name = 'CheckCreditLines1764600500021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'UPDATE customers SET credit_line_nano = held_nano - balance_nano WHERE balance_nano < held_nano',
    );
    await runner.query('ALTER TABLE customers VALIDATE CONSTRAINT customers_never_overdrawn');
  }

  /** Nothing: a checked constraint refuses the same rows as before. */
  async down(): Promise<void> {}
}
