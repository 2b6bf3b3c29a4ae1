import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddTokenUse1763800001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_tokens ADD last_used_at timestamptz(3)');
    await runner.query('ALTER TABLE accounts ADD mail_opt_out boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE accounts DROP mail_opt_out');
    await runner.query('ALTER TABLE api_tokens DROP last_used_at');
  }
}
