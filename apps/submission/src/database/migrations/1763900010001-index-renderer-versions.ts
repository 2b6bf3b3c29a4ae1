import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexRendererVersions1763900010001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX readmes_renderer_version_idx ON readmes (renderer_version, project_id)');
    await runner.query('CREATE INDEX logs_renderer_version_idx ON logs (renderer_version, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX logs_renderer_version_idx');
    await runner.query('DROP INDEX readmes_renderer_version_idx');
  }
}
