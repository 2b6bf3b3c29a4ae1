import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RefuseOwnClaims1764200005002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE projects SET claimed_by = NULL, claimed_until = NULL WHERE claimed_by = owner_id');
    await runner.query(
      'ALTER TABLE projects ADD CONSTRAINT projects_claimed_by_another_check CHECK (claimed_by <> owner_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_claimed_by_another_check');
  }
}
