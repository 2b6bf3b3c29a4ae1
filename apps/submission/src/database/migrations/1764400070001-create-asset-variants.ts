import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Smaller copies of header images and of images of logs. Triggers ask for them, so that each way of writing a project
 * does, and processes of the version before do too.
 */
export class CreateAssetVariants1764400070001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE asset_variant_tasks (
        asset_id uuid PRIMARY KEY CONSTRAINT asset_variant_tasks_asset_id_fkey REFERENCES assets ON DELETE CASCADE,
        is_header boolean NOT NULL,
        status text NOT NULL DEFAULT 'pending'
          CONSTRAINT asset_variant_tasks_status_check CHECK (status IN ('pending', 'ready', 'failed')),
        is_animated boolean NOT NULL DEFAULT false,
        attempts integer NOT NULL DEFAULT 0 CONSTRAINT asset_variant_tasks_attempts_check CHECK (attempts >= 0),
        next_attempt_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(
      `CREATE INDEX asset_variant_tasks_pending_idx ON asset_variant_tasks (is_header DESC, next_attempt_at) WHERE status = 'pending'`,
    );
    // The worker that writes variants has locked the row of the task. A reference to the asset could deadlock with a takedown.
    await runner.query(`
      CREATE TABLE asset_variants (
        asset_id uuid NOT NULL CONSTRAINT asset_variants_asset_id_fkey REFERENCES asset_variant_tasks ON DELETE CASCADE,
        width integer NOT NULL CONSTRAINT asset_variants_width_check CHECK (width > 0),
        format text NOT NULL CONSTRAINT asset_variants_format_check CHECK (format IN ('avif', 'webp')),
        height integer NOT NULL CONSTRAINT asset_variants_height_check CHECK (height > 0),
        starts_at integer NOT NULL CONSTRAINT asset_variants_starts_at_check CHECK (starts_at >= 0),
        bytes integer NOT NULL CONSTRAINT asset_variants_bytes_check CHECK (bytes > 0),
        CONSTRAINT asset_variants_pkey PRIMARY KEY (asset_id, width, format)
      )`);
    await runner.query(`
      CREATE FUNCTION want_header_variants() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO asset_variant_tasks (asset_id, is_header) VALUES (NEW.header_asset_id, true)
          ON CONFLICT (asset_id) DO UPDATE SET is_header = true WHERE NOT asset_variant_tasks.is_header;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_header_variants AFTER INSERT OR UPDATE OF header_asset_id ON projects
        FOR EACH ROW WHEN (NEW.header_asset_id IS NOT NULL) EXECUTE FUNCTION want_header_variants()`);
    await runner.query(`
      CREATE FUNCTION want_log_image_variants() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO asset_variant_tasks (asset_id, is_header) VALUES (NEW.asset_id, false) ON CONFLICT (asset_id) DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER log_images_variants AFTER INSERT ON log_images
        FOR EACH ROW EXECUTE FUNCTION want_log_image_variants()`);
  }

  /** The sweep of orphaned files keeps the files of variants until their image is deleted. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER log_images_variants ON log_images');
    await runner.query('DROP FUNCTION want_log_image_variants()');
    await runner.query('DROP TRIGGER projects_header_variants ON projects');
    await runner.query('DROP FUNCTION want_header_variants()');
    await runner.query('DROP TABLE asset_variants, asset_variant_tasks');
  }
}
