import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateForeignImages1764200003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE foreign_images (
        id uuid PRIMARY KEY,
        url text NOT NULL CONSTRAINT foreign_images_url_check CHECK (char_length(url) <= 2000),
        url_sha256 bytea NOT NULL CONSTRAINT foreign_images_url_sha256_key UNIQUE CONSTRAINT foreign_images_url_sha256_check CHECK (octet_length(url_sha256) = 32),
        status text NOT NULL DEFAULT 'pending' CONSTRAINT foreign_images_status_check CHECK (status IN ('pending', 'ready', 'failed')),
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        is_announced boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        extension text CONSTRAINT foreign_images_extension_check CHECK (extension IN ('png', 'jpg', 'webp', 'gif')),
        bytes integer CONSTRAINT foreign_images_bytes_check CHECK (bytes > 0),
        width integer CONSTRAINT foreign_images_width_check CHECK (width > 0),
        height integer CONSTRAINT foreign_images_height_check CHECK (height > 0),
        CONSTRAINT foreign_images_ready_check CHECK ((status = 'ready') = (num_nonnulls(extension, bytes, width, height) = 4)),
        CONSTRAINT foreign_images_finished_check CHECK ((status = 'pending') = (finished_at IS NULL))
      )`);
    await runner.query(
      `CREATE INDEX foreign_images_pending_idx ON foreign_images (next_attempt_at) WHERE status = 'pending'`,
    );
    await runner.query(
      `CREATE INDEX foreign_images_unannounced_idx ON foreign_images (id) WHERE status = 'ready' AND NOT is_announced`,
    );
    await runner.query(`
      CREATE TABLE readme_foreign_images (
        project_id uuid NOT NULL CONSTRAINT readme_foreign_images_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        image_id uuid NOT NULL CONSTRAINT readme_foreign_images_image_id_fkey REFERENCES foreign_images,
        CONSTRAINT readme_foreign_images_pkey PRIMARY KEY (image_id, project_id)
      )`);
    await runner.query('CREATE INDEX readme_foreign_images_project_id_idx ON readme_foreign_images (project_id)');
    await runner.query(`
      CREATE TABLE log_foreign_images (
        log_id uuid NOT NULL CONSTRAINT log_foreign_images_log_id_fkey REFERENCES logs ON DELETE CASCADE,
        image_id uuid NOT NULL CONSTRAINT log_foreign_images_image_id_fkey REFERENCES foreign_images,
        CONSTRAINT log_foreign_images_pkey PRIMARY KEY (image_id, log_id)
      )`);
    await runner.query('CREATE INDEX log_foreign_images_log_id_idx ON log_foreign_images (log_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_foreign_images');
    await runner.query('DROP TABLE readme_foreign_images');
    await runner.query('DROP TABLE foreign_images');
  }
}
