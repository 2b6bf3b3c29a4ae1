import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The wall shows projects without a picture and a log last, in both of its orders. So does the page of a program. */
export class IndexFilledProjects1764500130000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS projects_filled_wall_idx');
    await runner.query(
      `CREATE INDEX CONCURRENTLY projects_filled_wall_idx ON projects ((header_asset_id IS NOT NULL OR log_count > 0) DESC, created_at DESC, id DESC) WHERE visibility = 'public'`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS projects_filled_updated_idx');
    await runner.query(
      `CREATE INDEX CONCURRENTLY projects_filled_updated_idx ON projects ((header_asset_id IS NOT NULL OR log_count > 0) DESC, updated_at DESC, id DESC) WHERE visibility = 'public'`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS projects_program_filled_idx');
    await runner.query(
      `CREATE INDEX CONCURRENTLY projects_program_filled_idx ON projects (program_id, (header_asset_id IS NOT NULL OR log_count > 0) DESC, created_at DESC, id DESC) WHERE visibility = 'public'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX projects_program_filled_idx, projects_filled_updated_idx, projects_filled_wall_idx');
  }
}
