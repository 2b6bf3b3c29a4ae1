import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CapKeptAnswers1764300004000 implements MigrationInterface {
  name = 'CapKeptAnswers1764300004000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX keyed_calls_kept ON keyed_calls (customer_id, expires_at DESC) WHERE answer IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX keyed_calls_kept');
  }
}
