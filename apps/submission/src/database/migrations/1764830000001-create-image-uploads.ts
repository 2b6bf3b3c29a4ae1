import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that take one image without a token, for assistants. A row is kept until its holder has read which image came. */
export class CreateImageUploads1764830000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE image_uploads (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
        token_id uuid REFERENCES api_tokens ON DELETE CASCADE,
        key_hash bytea NOT NULL CONSTRAINT image_uploads_key_hash_key UNIQUE CONSTRAINT image_uploads_key_hash_check CHECK (octet_length(key_hash) = 32),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3),
        asset_id uuid REFERENCES assets ON DELETE SET NULL,
        CONSTRAINT image_uploads_asset_check CHECK (asset_id IS NULL OR used_at IS NOT NULL)
      )`);
    await runner.query('CREATE INDEX image_uploads_project_id_idx ON image_uploads (project_id)');
    await runner.query('CREATE INDEX image_uploads_token_id_idx ON image_uploads (token_id)');
    await runner.query('CREATE INDEX image_uploads_asset_id_idx ON image_uploads (asset_id)');
    await runner.query('CREATE INDEX image_uploads_expires_at_idx ON image_uploads (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE image_uploads');
  }
}
