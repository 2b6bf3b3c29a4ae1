import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateProjects1763700003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE projects (
        id uuid PRIMARY KEY,
        slug text NOT NULL CONSTRAINT projects_slug_key UNIQUE CONSTRAINT projects_slug_check CHECK (slug ~ '^[a-z0-9-]{3,32}$'),
        program_id text NOT NULL CONSTRAINT projects_program_id_fkey REFERENCES programs,
        owner_id uuid NOT NULL CONSTRAINT projects_owner_id_fkey REFERENCES accounts,
        name text NOT NULL CONSTRAINT projects_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
        tagline text NOT NULL DEFAULT '' CONSTRAINT projects_tagline_check CHECK (char_length(tagline) <= 200),
        tags text[] NOT NULL DEFAULT '{}' CONSTRAINT projects_tags_check CHECK (cardinality(tags) <= 10),
        demo_urls text[] NOT NULL DEFAULT '{}' CONSTRAINT projects_demo_urls_check CHECK (cardinality(demo_urls) <= 10),
        color text NOT NULL,
        visibility text NOT NULL DEFAULT 'public'
          CONSTRAINT projects_visibility_check CHECK (visibility IN ('public', 'unlisted', 'private')),
        project_status text NOT NULL DEFAULT 'in_progress'
          CONSTRAINT projects_project_status_check CHECK (project_status IN ('in_progress', 'completed')),
        state text NOT NULL DEFAULT 'draft' CONSTRAINT projects_state_check CHECK (state IN (
          'draft', 'review_pending', 'recommended', 'changes_requested', 'interviewing',
          'approved_to_ship', 'shipment_submitted', 'shipped', 'rejected')),
        header_asset_id uuid,
        header_source text CONSTRAINT projects_header_source_check CHECK (header_source IN ('readme', 'set')),
        log_count integer NOT NULL DEFAULT 0 CONSTRAINT projects_log_count_check CHECK (log_count >= 0),
        last_sequence bigint NOT NULL DEFAULT 0,
        shipped_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT projects_header_check CHECK ((header_asset_id IS NULL) = (header_source IS NULL))
      )`);
    await runner.query(
      `CREATE INDEX projects_wall_idx ON projects (created_at DESC, id DESC) WHERE visibility = 'public'`,
    );
    await runner.query(
      `CREATE INDEX projects_program_wall_idx ON projects (program_id, created_at DESC, id DESC) WHERE visibility = 'public'`,
    );
    await runner.query('CREATE INDEX projects_owner_id_idx ON projects (owner_id)');
    await runner.query(`
      CREATE TABLE assets (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT assets_project_id_fkey REFERENCES projects,
        uploaded_sha256 bytea NOT NULL CONSTRAINT assets_uploaded_sha256_check CHECK (octet_length(uploaded_sha256) = 32),
        extension text NOT NULL CONSTRAINT assets_extension_check CHECK (extension IN ('png', 'jpg', 'webp', 'gif')),
        bytes integer NOT NULL CONSTRAINT assets_bytes_check CHECK (bytes > 0),
        width integer NOT NULL CONSTRAINT assets_width_check CHECK (width > 0),
        height integer NOT NULL CONSTRAINT assets_height_check CHECK (height > 0),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT assets_content_key UNIQUE (project_id, uploaded_sha256),
        CONSTRAINT assets_project_key UNIQUE (project_id, id)
      )`);
    // With the project in the key, a header image cannot belong to another project.
    await runner.query(`
      ALTER TABLE projects ADD CONSTRAINT projects_header_fkey FOREIGN KEY (id, header_asset_id) REFERENCES assets (project_id, id)`);
    await runner.query(`
      CREATE TABLE readmes (
        project_id uuid PRIMARY KEY CONSTRAINT readmes_project_id_fkey REFERENCES projects,
        markdown text NOT NULL,
        html text NOT NULL,
        renderer_version integer NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE readme_images (
        project_id uuid NOT NULL CONSTRAINT readme_images_project_id_fkey REFERENCES readmes ON DELETE CASCADE,
        path text NOT NULL,
        asset_id uuid NOT NULL,
        CONSTRAINT readme_images_pkey PRIMARY KEY (project_id, path),
        CONSTRAINT readme_images_asset_fkey FOREIGN KEY (project_id, asset_id) REFERENCES assets (project_id, id)
      )`);
    await runner.query(`
      CREATE TABLE logs (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT logs_project_id_fkey REFERENCES projects,
        sequence bigint NOT NULL CONSTRAINT logs_sequence_check CHECK (sequence >= 1),
        append_order bigint GENERATED ALWAYS AS IDENTITY,
        title text NOT NULL CONSTRAINT logs_title_check CHECK (char_length(title) BETWEEN 1 AND 120),
        written_as text NOT NULL CONSTRAINT logs_written_as_check CHECK (written_as IN ('text', 'markdown')),
        text text NOT NULL,
        content_md text NOT NULL,
        content_html text NOT NULL,
        renderer_version integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT logs_sequence_key UNIQUE (project_id, sequence),
        CONSTRAINT logs_project_key UNIQUE (project_id, id)
      )`);
    await runner.query('CREATE INDEX logs_page_idx ON logs (project_id, created_at DESC, sequence DESC)');
    await runner.query(`
      CREATE TABLE log_images (
        project_id uuid NOT NULL,
        log_id uuid NOT NULL,
        position integer NOT NULL,
        asset_id uuid NOT NULL,
        CONSTRAINT log_images_pkey PRIMARY KEY (log_id, position),
        CONSTRAINT log_images_log_fkey FOREIGN KEY (project_id, log_id) REFERENCES logs (project_id, id),
        CONSTRAINT log_images_asset_fkey FOREIGN KEY (project_id, asset_id) REFERENCES assets (project_id, id)
      )`);
    await runner.query(`
      CREATE TABLE audit_entries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        project_id uuid NOT NULL CONSTRAINT audit_entries_project_id_fkey REFERENCES projects,
        actor_id uuid CONSTRAINT audit_entries_actor_id_fkey REFERENCES accounts,
        actor text NOT NULL CONSTRAINT audit_entries_actor_check CHECK (actor IN ('owner', 'reviewer', 'fulfilment', 'admin', 'worker', 'system')),
        action text NOT NULL,
        from_state text,
        to_state text NOT NULL,
        reason text
      )`);
    await runner.query('CREATE INDEX audit_entries_project_id_idx ON audit_entries (project_id, id)');
    await this.makeAppendOnly(runner);
  }

  private async makeAppendOnly(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
      END $$`);
    // Only the rendered HTML of a log may change.
    await runner.query(`
      CREATE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF to_jsonb(NEW) - 'content_html' - 'renderer_version' IS DISTINCT FROM to_jsonb(OLD) - 'content_html' - 'renderer_version' THEN
          RAISE EXCEPTION 'logs are append-only' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(
      'CREATE TRIGGER logs_update BEFORE UPDATE ON logs FOR EACH ROW EXECUTE FUNCTION refuse_log_change()',
    );
    await runner.query(
      'CREATE TRIGGER logs_delete BEFORE DELETE ON logs FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query('CREATE TRIGGER logs_truncate BEFORE TRUNCATE ON logs EXECUTE FUNCTION refuse_change()');
    for (const table of ['log_images', 'audit_entries']) {
      await runner.query(
        `CREATE TRIGGER ${table}_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
      );
      await runner.query(
        `CREATE TRIGGER ${table}_truncate BEFORE TRUNCATE ON ${table} EXECUTE FUNCTION refuse_change()`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_header_fkey');
    await runner.query('DROP TABLE audit_entries, log_images, logs, readme_images, readmes, assets, projects');
    await runner.query('DROP FUNCTION refuse_log_change(), refuse_change()');
  }
}
