import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of projects can be filtered by status, and few projects are completed. */
export class IndexProjectStatus1764400065001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX projects_status_wall_idx ON projects (project_status, created_at DESC, id DESC) WHERE visibility = 'public'`,
    );
    await runner.query(
      `CREATE INDEX projects_status_updated_idx ON projects (project_status, updated_at DESC, id DESC) WHERE visibility = 'public'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX projects_status_updated_idx, projects_status_wall_idx');
  }
}
