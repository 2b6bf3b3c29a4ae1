import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitAbandonedCalls1764500010001 implements MigrationInterface {
  name = 'LimitAbandonedCalls1764500010001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE enterprise_keys ADD max_abandoned integer NOT NULL DEFAULT 30 CHECK (max_abandoned >= 0)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE enterprise_keys DROP max_abandoned');
  }
}
