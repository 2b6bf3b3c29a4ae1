import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An image that is pulled again gets the name of the file that was sent. NULL where nobody named one. */
export class KeepImagePaths1764400095001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE assets ADD COLUMN path text
         CONSTRAINT assets_path_check CHECK (octet_length(path) BETWEEN 1 AND 4096)`,
    );
    await runner.query(
      `UPDATE assets SET path = named.path FROM (
         SELECT asset_id, min(path) AS path FROM readme_images WHERE octet_length(path) <= 4096 GROUP BY asset_id
       ) named WHERE named.asset_id = assets.id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE assets DROP COLUMN path');
  }
}
