import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erases projects through one function that records who did it. The slug stays taken, and the audit entries stay. */
export class EraseProjects1763800003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE slugs (
        slug text CONSTRAINT slugs_pkey PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT slugs_project_id_key UNIQUE
      )`);
    await runner.query('INSERT INTO slugs (slug, project_id) SELECT slug, id FROM projects');
    await runner.query(`
      CREATE FUNCTION take_slug() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO slugs (slug, project_id) VALUES (NEW.slug, NEW.id);
        RETURN NULL;
      END $$`);
    await runner.query(
      'CREATE TRIGGER projects_slug AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION take_slug()',
    );
    await runner.query(
      'CREATE TRIGGER slugs_change BEFORE UPDATE OR DELETE ON slugs FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query('CREATE TRIGGER slugs_truncate BEFORE TRUNCATE ON slugs EXECUTE FUNCTION refuse_change()');
    await runner.query('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_project_id_fkey');
    // NOT VALID for existing rows: a database that went down and up again has entries of erased projects.
    await runner.query(`
      ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES slugs (project_id) NOT VALID`);
    await this.createErasure(runner);
  }

  private async createErasure(runner: QueryRunner): Promise<void> {
    // The call stack identifies the caller, because any statement could fake a setting or a row.
    await runner.query(`
      CREATE FUNCTION refuse_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        calls text;
      BEGIN
        GET DIAGNOSTICS calls = PG_CONTEXT;
        IF calls !~ '(^|\\n)[^\\n"]*\\merase_project\\(uuid,text,uuid,text\\)' THEN
          RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN OLD;
      END $$`);
    await runner.query('DROP TRIGGER logs_delete ON logs');
    await runner.query(
      'CREATE TRIGGER logs_delete BEFORE DELETE ON logs FOR EACH ROW EXECUTE FUNCTION refuse_unless_erased()',
    );
    await runner.query('DROP TRIGGER log_images_change ON log_images');
    await runner.query(
      'CREATE TRIGGER log_images_update BEFORE UPDATE ON log_images FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query(
      'CREATE TRIGGER log_images_delete BEFORE DELETE ON log_images FOR EACH ROW EXECUTE FUNCTION refuse_unless_erased()',
    );
    await runner.query(`
      CREATE FUNCTION erase_project(target uuid, by_actor text, by_actor_id uuid, why text)
      RETURNS TABLE (asset_id uuid, asset_extension text) LANGUAGE plpgsql AS $$
      DECLARE
        state_before text;
      BEGIN
        SELECT state INTO STRICT state_before FROM projects WHERE id = target FOR UPDATE;
        INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, reason)
          VALUES (target, by_actor, by_actor_id, 'erase', state_before, 'erased', why);
        DELETE FROM log_images WHERE project_id = target;
        DELETE FROM logs WHERE project_id = target;
        DELETE FROM readmes WHERE project_id = target;
        DELETE FROM reviews WHERE project_id = target;
        UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = target;
        RETURN QUERY DELETE FROM assets WHERE project_id = target RETURNING id, extension;
        DELETE FROM projects WHERE id = target;
      END $$`);
  }

  /** Frees the slugs of erased projects. Their audit entries stay, so the foreign key to projects is NOT VALID. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION erase_project(uuid, text, uuid, text)');
    await runner.query('DROP TRIGGER log_images_delete ON log_images');
    await runner.query('DROP TRIGGER log_images_update ON log_images');
    await runner.query(
      'CREATE TRIGGER log_images_change BEFORE UPDATE OR DELETE ON log_images FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query('DROP TRIGGER logs_delete ON logs');
    await runner.query(
      'CREATE TRIGGER logs_delete BEFORE DELETE ON logs FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query('DROP FUNCTION refuse_unless_erased()');
    await runner.query('ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_project_id_fkey');
    await runner.query(`
      ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects NOT VALID`);
    await runner.query('DROP TRIGGER projects_slug ON projects');
    await runner.query('DROP FUNCTION take_slug()');
    await runner.query('DROP TABLE slugs');
  }
}
