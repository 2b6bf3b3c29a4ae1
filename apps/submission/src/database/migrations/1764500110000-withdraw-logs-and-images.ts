import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Erasure {
  setLog: string;
  logAction: string;
  imageAction: string;
}

/** The function of RemoveLogsAndImages. Both versions differ in the columns of a removed log and the action that is audited. */
const eraseProject = ({ setLog, logAction, imageAction }: Erasure) => `
  CREATE OR REPLACE FUNCTION erase_project(
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
        VALUES (target, by_actor, by_actor_id, 'erase', state_before, 'erased', why);
      DELETE FROM log_images WHERE project_id = target;
      DELETE FROM logs WHERE project_id = target;
      DELETE FROM readmes WHERE project_id = target;
      DELETE FROM reviews WHERE project_id = target;
      DELETE FROM idempotency_keys WHERE subject_id = target;
      UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = target;
      RETURN QUERY DELETE FROM assets WHERE project_id = target RETURNING id, extension;
      DELETE FROM projects WHERE id = target;
      RETURN;
    END IF;
    IF only_log IS NOT NULL THEN
      UPDATE logs SET title = 'removed', written_as = 'text', text = 'removed', content_md = 'removed', content_html = '<p>removed</p>', removed_at = now()${setLog}
        WHERE project_id = target AND sequence = only_log AND removed_at IS NULL RETURNING id INTO STRICT removed_log;
      UPDATE projects SET log_count = log_count - 1 WHERE id = target;
      DELETE FROM log_foreign_images WHERE log_id = removed_log;
      gone := ARRAY (SELECT DISTINCT image.asset_id FROM log_images image WHERE image.log_id = removed_log);
    ELSE
      gone := ARRAY[only_asset];
    END IF;
    INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, reason, subject)
      VALUES (target, by_actor, by_actor_id, CASE WHEN only_log IS NULL THEN ${imageAction} ELSE ${logAction} END,
        state_before, state_before, why, coalesce('log ' || only_log, 'image ' || only_asset));
    UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = target AND header_asset_id = ANY (gone);
    DELETE FROM log_images image WHERE image.project_id = target AND image.asset_id = ANY (gone);
    DELETE FROM readme_images image WHERE image.project_id = target AND image.asset_id = ANY (gone);
    UPDATE readmes SET renderer_version = 0
      WHERE project_id = target AND EXISTS (SELECT FROM unnest(gone) AS image (id) WHERE strpos(html, image.id::text) > 0);
    UPDATE logs SET renderer_version = 0
      WHERE project_id = target AND EXISTS (SELECT FROM unnest(gone) AS image (id) WHERE strpos(content_html, image.id::text) > 0);
    RETURN QUERY DELETE FROM assets WHERE project_id = target AND id = ANY (gone) RETURNING id, extension;
  END $$`;

const byOwner = (ownersWord: string, staffsWord: string) =>
  `CASE WHEN by_actor = 'owner' THEN '${ownersWord}' ELSE '${staffsWord}' END`;

/**
 * Lets owners withdraw a log or an image. A withdrawn log is a removed one that says so, so every statement that
 * leaves out removed logs leaves it out too.
 */
export class WithdrawLogsAndImages1764500110000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE logs ADD withdrawn_at timestamptz(3)');
    await runner.query(
      'ALTER TABLE logs ADD CONSTRAINT logs_withdrawn_check CHECK (withdrawn_at IS NULL OR withdrawn_at = removed_at) NOT VALID',
    );
    await runner.query(
      eraseProject({
        setLog: `,\n          withdrawn_at = CASE WHEN by_actor = 'owner' THEN now() END`,
        logAction: byOwner('withdraw_log', 'remove_log'),
        imageAction: byOwner('withdraw_image', 'remove_image'),
      }),
    );
  }

  /** A withdrawn log stays removed: what its maker erased does not come back. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(eraseProject({ setLog: '', logAction: `'remove_log'`, imageAction: `'remove_image'` }));
    await runner.query('ALTER TABLE logs DROP withdrawn_at');
  }
}
