import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepStatuses1764000008000 implements MigrationInterface {
  name = 'KeepStatuses1764000008000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN status smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN status');
  }
}
