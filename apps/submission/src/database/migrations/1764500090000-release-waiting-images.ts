import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The worker sets images aside (`next_attempt_at = 'infinity'`) that no project may fetch. Here is every change after
 * which one may: a document shows the image, its owner allows it, or a project is private no longer.
 */
export class ReleaseWaitingImages1764500090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The worker sets aside under FOR UPDATE and looks again. So this waits for it, or it skips the row.
    await runner.query(`
      CREATE FUNCTION release_foreign_images(released uuid[]) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM foreign_images WHERE id = ANY (released) AND status = 'pending' ORDER BY id FOR KEY SHARE;
        UPDATE foreign_images SET next_attempt_at = now() FROM (
          SELECT id FROM foreign_images WHERE id = ANY (released) AND status = 'pending' AND next_attempt_at = 'infinity'
          ORDER BY id FOR NO KEY UPDATE
        ) aside WHERE foreign_images.id = aside.id;
      END $$`);
    await runner.query(`
      CREATE FUNCTION release_named_images() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM release_foreign_images(ARRAY (SELECT image_id FROM named));
        RETURN NULL;
      END $$`);
    for (const table of ['readme_foreign_images', 'log_foreign_images', 'allowed_foreign_images'])
      await runner.query(`
        CREATE TRIGGER ${table}_release AFTER INSERT ON ${table} REFERENCING NEW TABLE AS named
        FOR EACH STATEMENT EXECUTE FUNCTION release_named_images()`);
    await runner.query(`
      CREATE FUNCTION release_images_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM release_foreign_images(ARRAY (
          SELECT image_id FROM readme_foreign_images WHERE project_id = NEW.id
          UNION SELECT link.image_id FROM log_foreign_images link JOIN logs log ON log.id = link.log_id WHERE log.project_id = NEW.id));
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_release_images AFTER UPDATE ON projects FOR EACH ROW
      WHEN (OLD.visibility = 'private' AND NEW.visibility <> 'private') EXECUTE FUNCTION release_images_of_project()`);
  }

  /** The version before looks at all of them in each take. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER projects_release_images ON projects');
    for (const table of ['readme_foreign_images', 'log_foreign_images', 'allowed_foreign_images'])
      await runner.query(`DROP TRIGGER ${table}_release ON ${table}`);
    await runner.query(
      'DROP FUNCTION release_images_of_project(), release_named_images(), release_foreign_images(uuid[])',
    );
    await runner.query(
      `UPDATE foreign_images SET next_attempt_at = now() WHERE status = 'pending' AND next_attempt_at = 'infinity'`,
    );
  }
}
