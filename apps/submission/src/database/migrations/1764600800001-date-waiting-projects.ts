import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when a project has its state (null: since its creation), and when its last review was asked for. The lists of
 * staff are in these orders.
 */
export class DateWaitingProjects1764600800001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE projects ADD COLUMN state_since timestamptz, ADD COLUMN review_requested_at timestamptz',
    );
    // Triggers, because processes of the version before move projects too.
    await runner.query(`
      CREATE FUNCTION date_project_state() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.state_since := now();
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER projects_state_since BEFORE UPDATE OF state ON projects FOR EACH ROW
        WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION date_project_state()`);
    await runner.query(`
      CREATE FUNCTION date_review_request() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        UPDATE projects SET review_requested_at = greatest(review_requested_at, NEW.requested_at) WHERE id = NEW.project_id;
        RETURN NULL;
      END $$`);
    await runner.query(
      'CREATE TRIGGER reviews_requested AFTER INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION date_review_request()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION date_review_request() CASCADE');
    await runner.query('DROP FUNCTION date_project_state() CASCADE');
    await runner.query('ALTER TABLE projects DROP COLUMN state_since, DROP COLUMN review_requested_at');
  }
}
