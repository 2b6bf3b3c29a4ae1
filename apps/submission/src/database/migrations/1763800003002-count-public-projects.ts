import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountPublicProjects1763800003002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['programs', 'accounts']) {
      await runner.query(`
        ALTER TABLE ${table} ADD project_count integer NOT NULL DEFAULT 0
          CONSTRAINT ${table}_project_count_check CHECK (project_count >= 0)`);
    }
    await this.countInsertsAndDeletes(runner);
    await this.countMoves(runner);
    // The triggers block other writers until the commit, so the counts stay correct.
    await runner.query(`
      UPDATE programs SET project_count = counted.projects
      FROM (SELECT program_id, count(*) AS projects FROM projects WHERE visibility = 'public' GROUP BY program_id) counted
      WHERE counted.program_id = programs.id`);
    await runner.query(`
      UPDATE accounts SET project_count = counted.projects
      FROM (SELECT owner_id, count(*) AS projects FROM projects WHERE visibility = 'public' GROUP BY owner_id) counted
      WHERE counted.owner_id = accounts.id`);
    await runner.query(
      `CREATE INDEX projects_owner_wall_idx ON projects (owner_id, created_at DESC, id DESC) WHERE visibility = 'public'`,
    );
  }

  private async countInsertsAndDeletes(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION count_public_projects() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
      BEGIN
        UPDATE programs SET project_count = project_count + step * counted.projects
          FROM (SELECT program_id, count(*) AS projects FROM changed WHERE visibility = 'public' GROUP BY program_id) counted
          WHERE counted.program_id = programs.id;
        UPDATE accounts SET project_count = project_count + step * counted.projects
          FROM (SELECT owner_id, count(*) AS projects FROM changed WHERE visibility = 'public' GROUP BY owner_id) counted
          WHERE counted.owner_id = accounts.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_count_new AFTER INSERT ON projects REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_public_projects()`);
    await runner.query(`
      CREATE TRIGGER projects_count_gone AFTER DELETE ON projects REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_public_projects()`);
  }

  /** Runs for rows that become public, stop being public, or change owners. Most updates do none of these. */
  private async countMoves(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION recount_public_project() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.visibility = 'public' THEN
          UPDATE programs SET project_count = project_count - 1 WHERE id = OLD.program_id;
          UPDATE accounts SET project_count = project_count - 1 WHERE id = OLD.owner_id;
        END IF;
        IF NEW.visibility = 'public' THEN
          UPDATE programs SET project_count = project_count + 1 WHERE id = NEW.program_id;
          UPDATE accounts SET project_count = project_count + 1 WHERE id = NEW.owner_id;
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_recount AFTER UPDATE ON projects FOR EACH ROW
      WHEN ((OLD.visibility, OLD.program_id, OLD.owner_id) IS DISTINCT FROM (NEW.visibility, NEW.program_id, NEW.owner_id))
      EXECUTE FUNCTION recount_public_project()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX projects_owner_wall_idx');
    await runner.query('DROP TRIGGER projects_recount ON projects');
    await runner.query('DROP TRIGGER projects_count_new ON projects');
    await runner.query('DROP TRIGGER projects_count_gone ON projects');
    await runner.query('DROP FUNCTION recount_public_project(), count_public_projects()');
    for (const table of ['accounts', 'programs']) await runner.query(`ALTER TABLE ${table} DROP project_count`);
  }
}
