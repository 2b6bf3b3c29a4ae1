import type { MigrationInterface, QueryRunner } from 'typeorm';

const eraseProject = (more: string) => `
  CREATE OR REPLACE FUNCTION erase_project(target uuid, by_actor text, by_actor_id uuid, why text)
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
    DELETE FROM reviews WHERE project_id = target;${more}
    UPDATE projects SET header_asset_id = NULL, header_source = NULL WHERE id = target;
    RETURN QUERY DELETE FROM assets WHERE project_id = target RETURNING id, extension;
    DELETE FROM projects WHERE id = target;
  END $$`;

export class ForgetAnswers1763900020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_keys ADD COLUMN subject_id uuid');
    await runner.query(
      'CREATE INDEX idempotency_keys_subject_id_idx ON idempotency_keys (subject_id) WHERE subject_id IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX idempotency_keys_large_idx ON idempotency_keys (owner_id, expires_at) WHERE octet_length(answer) >= 16384',
    );
    await runner.query(eraseProject('\n    DELETE FROM idempotency_keys WHERE subject_id = target;'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(eraseProject(''));
    await runner.query('DROP INDEX idempotency_keys_large_idx');
    await runner.query('ALTER TABLE idempotency_keys DROP COLUMN subject_id');
  }
}
