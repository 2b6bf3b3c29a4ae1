import type { MigrationInterface, QueryRunner } from 'typeorm';

const OLD_ERASURE = 'erase_project(uuid,text,uuid,text)';
const NEW_ERASURE = 'erase_project(uuid,text,uuid,text,bigint,uuid)';

const SAME_LOG = `to_jsonb(NEW) - 'content_html' - 'renderer_version' IS NOT DISTINCT FROM to_jsonb(OLD) - 'content_html' - 'renderer_version'`;

/** The call stack tells the caller, as in the migration EraseProjects. */
const isErasing = (erasure: string) => `calls ~ '(^|\\n)[^\\n"]*\\m${erasure.replace(/[()]/g, '\\$&')}'`;

const refuseUnlessErased = (erasure: string) => `
  CREATE OR REPLACE FUNCTION refuse_unless_erased() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    calls text;
  BEGIN
    GET DIAGNOSTICS calls = PG_CONTEXT;
    IF NOT (${isErasing(erasure)}) THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END $$`;

const ERASE_ALL = `
    DELETE FROM log_images WHERE project_id = target;
    DELETE FROM logs WHERE project_id = target;
    DELETE FROM readmes WHERE project_id = target;
    DELETE FROM reviews WHERE project_id = target;
    DELETE FROM idempotency_keys WHERE subject_id = target;
    UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = target;
    RETURN QUERY DELETE FROM assets WHERE project_id = target RETURNING id, extension;
    DELETE FROM projects WHERE id = target;`;

/**
 * Lets the erase function remove one log or one image of a project too. A removed log keeps its row and its sequence,
 * and reads "removed". Documents that show a removed image become stale, so that the worker renders them again.
 */
export class RemoveLogsAndImages1764400010003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE logs ADD removed_at timestamptz(3), ADD CONSTRAINT logs_removed_check CHECK (
        removed_at IS NULL OR (title, written_as, text, content_md) = ('removed', 'text', 'removed', 'removed'))`);
    await runner.query('ALTER TABLE audit_entries ADD subject text');
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        calls text;
      BEGIN
        IF ${SAME_LOG} THEN
          RETURN NEW;
        END IF;
        GET DIAGNOSTICS calls = PG_CONTEXT;
        IF NOT (${isErasing(NEW_ERASURE)}) THEN
          RAISE EXCEPTION 'logs are append-only' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(refuseUnlessErased(NEW_ERASURE));
    await runner.query(`DROP FUNCTION ${OLD_ERASURE}`);
    await this.createErasure(runner);
  }

  private async createErasure(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION erase_project(
        target uuid, by_actor text, by_actor_id uuid, why text, only_log bigint DEFAULT NULL, only_asset uuid DEFAULT NULL)
      RETURNS TABLE (asset_id uuid, asset_extension text) LANGUAGE plpgsql AS $$
      DECLARE
        state_before text;
        removed_log uuid;
        gone uuid[];
      BEGIN
        SELECT state INTO STRICT state_before FROM projects WHERE id = target FOR UPDATE;
        IF only_log IS NULL AND only_asset IS NULL THEN
          INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, reason)
            VALUES (target, by_actor, by_actor_id, 'erase', state_before, 'erased', why);${ERASE_ALL.replaceAll('\n', '\n      ')}
          RETURN;
        END IF;
        IF only_log IS NOT NULL THEN
          UPDATE logs SET title = 'removed', written_as = 'text', text = 'removed', content_md = 'removed', content_html = '<p>removed</p>', removed_at = now()
            WHERE project_id = target AND sequence = only_log AND removed_at IS NULL RETURNING id INTO STRICT removed_log;
          UPDATE projects SET log_count = log_count - 1 WHERE id = target;
          DELETE FROM log_foreign_images WHERE log_id = removed_log;
          gone := ARRAY (SELECT DISTINCT image.asset_id FROM log_images image WHERE image.log_id = removed_log);
        ELSE
          gone := ARRAY[only_asset];
        END IF;
        INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, reason, subject)
          VALUES (target, by_actor, by_actor_id, CASE WHEN only_log IS NULL THEN 'remove_image' ELSE 'remove_log' END,
            state_before, state_before, why, coalesce('log ' || only_log, 'image ' || only_asset));
        UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = target AND header_asset_id = ANY (gone);
        DELETE FROM log_images image WHERE image.project_id = target AND image.asset_id = ANY (gone);
        DELETE FROM readme_images image WHERE image.project_id = target AND image.asset_id = ANY (gone);
        UPDATE readmes SET renderer_version = 0
          WHERE project_id = target AND EXISTS (SELECT FROM unnest(gone) AS image (id) WHERE strpos(html, image.id::text) > 0);
        UPDATE logs SET renderer_version = 0
          WHERE project_id = target AND EXISTS (SELECT FROM unnest(gone) AS image (id) WHERE strpos(content_html, image.id::text) > 0);
        RETURN QUERY DELETE FROM assets WHERE project_id = target AND id = ANY (gone) RETURNING id, extension;
      END $$`);
  }

  /** Removed logs stay as they read, and count like any other log again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION ${NEW_ERASURE}`);
    await runner.query(`
      CREATE FUNCTION erase_project(target uuid, by_actor text, by_actor_id uuid, why text)
      RETURNS TABLE (asset_id uuid, asset_extension text) LANGUAGE plpgsql AS $$
      DECLARE
        state_before text;
      BEGIN
        SELECT state INTO STRICT state_before FROM projects WHERE id = target FOR UPDATE;
        INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, reason)
          VALUES (target, by_actor, by_actor_id, 'erase', state_before, 'erased', why);${ERASE_ALL}
      END $$`);
    await runner.query(refuseUnlessErased(OLD_ERASURE));
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT (${SAME_LOG}) THEN
          RAISE EXCEPTION 'logs are append-only' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      UPDATE projects SET log_count = log_count + removed.logs
      FROM (SELECT project_id, count(*) AS logs FROM logs WHERE removed_at IS NOT NULL GROUP BY project_id) removed
      WHERE removed.project_id = projects.id`);
    await runner.query('ALTER TABLE audit_entries DROP subject');
    await runner.query('ALTER TABLE logs DROP removed_at');
  }
}
