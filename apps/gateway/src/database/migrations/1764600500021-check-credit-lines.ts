import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CheckCreditLines1764600500021 implements MigrationInterface {
  name = 'CheckCreditLines1764600500021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE customers VALIDATE CONSTRAINT customers_never_overdrawn');
  }

  /** Nothing: a checked constraint refuses the same rows as before. */
  async down(): Promise<void> {}
}
