import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DateSessions1764200005001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions ADD authenticated_at timestamptz(3)');
    await runner.query('UPDATE sessions SET authenticated_at = created_at');
    await runner.query(
      'ALTER TABLE sessions ALTER authenticated_at SET DEFAULT now(), ALTER authenticated_at SET NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP authenticated_at');
  }
}
