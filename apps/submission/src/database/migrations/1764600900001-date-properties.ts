import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a property of a project was last changed, so that a client can see that it would undo a change of somebody else. */
export class DateProperties1764600900001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects ADD COLUMN properties_updated_at timestamptz(3) NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects DROP COLUMN properties_updated_at');
  }
}
