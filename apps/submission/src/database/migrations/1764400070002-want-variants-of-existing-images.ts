import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alone, so that no writer waits for it. The worker makes the variants, those of header images first. */
export class WantVariantsOfExistingImages1764400070002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO asset_variant_tasks (asset_id, is_header)
      SELECT header_asset_id, true FROM projects WHERE header_asset_id IS NOT NULL
      ON CONFLICT (asset_id) DO NOTHING`);
    await runner.query(`
      INSERT INTO asset_variant_tasks (asset_id, is_header) SELECT DISTINCT asset_id, false FROM log_images
      ON CONFLICT (asset_id) DO NOTHING`);
  }

  /** The migration before drops the rows with their table. */
  async down(): Promise<void> {}
}
