import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the queue filters by, on the row of the project: whether its latest review has flags, when its content changed
 * last, and when the review that read it last was asked for. The last two say which projects may have changed since.
 */
export class FindChangedAndFlaggedProjects1764700200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE projects ADD COLUMN has_flags boolean NOT NULL DEFAULT false,
        ADD COLUMN content_changed_at timestamptz, ADD COLUMN content_reviewed_at timestamptz`);
    await runner.query(`
      CREATE FUNCTION date_project_logs() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.content_changed_at := clock_timestamp();
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_logs_changed BEFORE UPDATE OF log_count, last_sequence ON projects FOR EACH ROW
        WHEN ((NEW.log_count, NEW.last_sequence) IS DISTINCT FROM (OLD.log_count, OLD.last_sequence)) EXECUTE FUNCTION date_project_logs()`);
    // The clock, because the transaction may have waited for a review request that began later.
    await runner.query(`
      CREATE FUNCTION date_project_readme() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        UPDATE projects SET content_changed_at = clock_timestamp() WHERE id = coalesce(NEW.project_id, OLD.project_id);
        RETURN NULL;
      END $$`);
    await runner.query(
      'CREATE TRIGGER readmes_written AFTER INSERT OR DELETE ON readmes FOR EACH ROW EXECUTE FUNCTION date_project_readme()',
    );
    await runner.query(`
      CREATE TRIGGER readmes_rewritten AFTER UPDATE OF markdown ON readmes FOR EACH ROW
        WHEN (NEW.markdown IS DISTINCT FROM OLD.markdown) EXECUTE FUNCTION date_project_readme()`);
    // Without a change it writes nothing, so that a review that is read does not wait for the row of its project.
    await runner.query(`
      CREATE FUNCTION note_review_result() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        UPDATE projects SET
          content_reviewed_at = CASE WHEN NEW.status = 'succeeded' THEN greatest(content_reviewed_at, NEW.requested_at) ELSE content_reviewed_at END,
          has_flags = latest.has_flags
        FROM (
          SELECT coalesce((
            SELECT jsonb_array_length(flags) > 0 FROM reviews WHERE reviews.project_id = NEW.project_id AND flags IS NOT NULL
            ORDER BY requested_at DESC, id DESC LIMIT 1), false) AS has_flags
        ) latest
        WHERE id = NEW.project_id AND (projects.has_flags IS DISTINCT FROM latest.has_flags
          OR NEW.status = 'succeeded' AND content_reviewed_at IS DISTINCT FROM greatest(content_reviewed_at, NEW.requested_at));
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER reviews_result AFTER INSERT OR UPDATE OF status, flags ON reviews FOR EACH ROW
        WHEN (NEW.status = 'succeeded' OR NEW.flags IS NOT NULL) EXECUTE FUNCTION note_review_result()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['note_review_result', 'date_project_readme', 'date_project_logs'])
      await runner.query(`DROP FUNCTION ${name}() CASCADE`);
    await runner.query(
      'ALTER TABLE projects DROP COLUMN has_flags, DROP COLUMN content_changed_at, DROP COLUMN content_reviewed_at',
    );
  }
}
