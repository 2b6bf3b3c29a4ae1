import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets staff hide a project. `visibility` stays the column that every read, index and count asks, and is `private`
 * while the project is hidden. What the owner chose is in `declared_visibility`.
 */
export class HideProjects1764400010001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects ADD hidden_at timestamptz(3), ADD declared_visibility text');
    await runner.query('UPDATE projects SET declared_visibility = visibility');
    await runner.query(`
      ALTER TABLE projects ALTER declared_visibility SET NOT NULL,
        ADD CONSTRAINT projects_hidden_check CHECK (visibility = CASE WHEN hidden_at IS NULL THEN declared_visibility ELSE 'private' END)`);
    // The second branch is for processes of the version before, which write `visibility` while processes are replaced.
    await runner.query(`
      CREATE FUNCTION apply_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          NEW.declared_visibility := coalesce(NEW.declared_visibility, NEW.visibility);
        ELSIF NEW.visibility <> OLD.visibility AND NEW.declared_visibility = OLD.declared_visibility THEN
          NEW.declared_visibility := NEW.visibility;
        END IF;
        NEW.visibility := CASE WHEN NEW.hidden_at IS NULL THEN NEW.declared_visibility ELSE 'private' END;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_visibility BEFORE INSERT OR UPDATE OF visibility, declared_visibility, hidden_at ON projects
      FOR EACH ROW EXECUTE FUNCTION apply_visibility()`);
  }

  /** Hidden projects stay private, because nothing would hide them any more. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER projects_visibility ON projects');
    await runner.query('DROP FUNCTION apply_visibility()');
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_hidden_check');
    await runner.query('ALTER TABLE projects DROP declared_visibility, DROP hidden_at');
  }
}
