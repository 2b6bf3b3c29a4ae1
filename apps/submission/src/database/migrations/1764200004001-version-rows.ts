import type { MigrationInterface, QueryRunner } from 'typeorm';

const VERSIONED = ['projects', 'accounts', 'programs'];
/** What reads with an ETag show of a review. */
const SHOWN_OF_REVIEWS = 'project_id, status, summary, highlights, public_review, requested_at';

/**
 * Gives projects, accounts and programs a version for the ETags of reads. Every change of a row, and of what reads show beside it, renews it in
 * the same transaction. A version is random and not counted up, so that a database which is restored never gives one out again.
 */
export class VersionRows1764200004001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION renew_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := gen_random_uuid();
        RETURN NEW;
      END $$`);
    for (const table of VERSIONED) {
      await runner.query(`ALTER TABLE ${table} ADD version uuid NOT NULL DEFAULT gen_random_uuid()`);
      await runner.query(`CREATE TRIGGER ${table}_version BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION renew_version()`);
    }
    await runner.query(`
      CREATE FUNCTION renew_project_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE projects SET version = gen_random_uuid() WHERE id IN (SELECT project_id FROM changed);
        RETURN NULL;
      END $$`);
    for (const table of ['readmes', 'logs', 'log_images']) await this.renewWith(runner, table, 'renew_project_versions');
    await runner.query(`
      CREATE FUNCTION renew_program_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE programs SET version = gen_random_uuid() WHERE id IN (SELECT program_id FROM changed);
        RETURN NULL;
      END $$`);
    await this.renewWith(runner, 'program_docs', 'renew_program_versions');
    await this.renewWithReviews(runner);
  }

  /** Once a statement: a sync writes many logs of one project. */
  private async renewWith(runner: QueryRunner, table: string, renew: string): Promise<void> {
    for (const [event, rows] of [['INSERT', 'NEW'], ['UPDATE', 'NEW'], ['DELETE', 'OLD']] as const) {
      await runner.query(`
        CREATE TRIGGER ${table}_version_${event.toLowerCase()} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION ${renew}()`);
    }
  }

  /**
   * Reads show finished reviews only. The heartbeat of a running one must not wait for the project's row, and neither must a write to what no read
   * shows, such as the snapshot of an old review.
   */
  private async renewWithReviews(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION renew_reviewed_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE projects SET version = gen_random_uuid() WHERE id = coalesce(NEW.project_id, OLD.project_id);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER reviews_version_new AFTER INSERT OR UPDATE OF ${SHOWN_OF_REVIEWS} ON reviews FOR EACH ROW
      WHEN (NEW.status = 'succeeded') EXECUTE FUNCTION renew_reviewed_version()`);
    await runner.query(`
      CREATE TRIGGER reviews_version_old AFTER DELETE OR UPDATE OF ${SHOWN_OF_REVIEWS} ON reviews FOR EACH ROW
      WHEN (OLD.status = 'succeeded') EXECUTE FUNCTION renew_reviewed_version()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION renew_reviewed_version(), renew_program_versions(), renew_project_versions() CASCADE');
    await runner.query('DROP FUNCTION renew_version() CASCADE');
    for (const table of VERSIONED) await runner.query(`ALTER TABLE ${table} DROP version`);
  }
}
