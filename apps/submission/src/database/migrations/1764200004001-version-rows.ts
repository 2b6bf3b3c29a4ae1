import type { MigrationInterface, QueryRunner } from 'typeorm';

const VERSIONED = ['projects', 'accounts', 'programs'];
const SHOWN_OF_REVIEWS = 'project_id, status, summary, highlights, public_review, requested_at';

/**
 * A version for ETags. Each change of a row, or of related rows that reads show, renews it in the same transaction.
 * Random, so that a restored database never repeats one.
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
      await runner.query(
        `CREATE TRIGGER ${table}_version BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION renew_version()`,
      );
    }
    await runner.query(`
      CREATE FUNCTION renew_project_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE projects SET version = gen_random_uuid() WHERE id IN (SELECT project_id FROM changed);
        RETURN NULL;
      END $$`);
    for (const table of ['readmes', 'logs', 'log_images'])
      await this.renewWith(runner, table, 'renew_project_versions');
    await runner.query(`
      CREATE FUNCTION renew_program_versions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE programs SET version = gen_random_uuid() WHERE id IN (SELECT program_id FROM changed);
        RETURN NULL;
      END $$`);
    await this.renewWith(runner, 'program_docs', 'renew_program_versions');
    await this.renewWithReviews(runner);
  }

  /** Runs once per statement, because a sync writes many logs of one project. */
  private async renewWith(runner: QueryRunner, table: string, renew: string): Promise<void> {
    for (const [event, rows] of [
      ['INSERT', 'NEW'],
      ['UPDATE', 'NEW'],
      ['DELETE', 'OLD'],
    ] as const) {
      await runner.query(`
        CREATE TRIGGER ${table}_version_${event.toLowerCase()} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION ${renew}()`);
    }
  }

  /** Heartbeats of a running review must not wait for the project's row, and reads show finished reviews only. */
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
    await runner.query(
      'DROP FUNCTION renew_reviewed_version(), renew_program_versions(), renew_project_versions() CASCADE',
    );
    await runner.query('DROP FUNCTION renew_version() CASCADE');
    for (const table of VERSIONED) await runner.query(`ALTER TABLE ${table} DROP version`);
  }
}
