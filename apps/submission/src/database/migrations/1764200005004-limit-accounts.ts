import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LimitAccounts1764200005004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_quotas (
        account_id uuid NOT NULL CONSTRAINT account_quotas_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        quota text NOT NULL CONSTRAINT account_quotas_quota_check CHECK (quota IN ('tokens', 'projects', 'image_bytes', 'reviews_a_day')),
        quota_limit bigint NOT NULL CONSTRAINT account_quotas_limit_check CHECK (quota_limit >= 0),
        CONSTRAINT account_quotas_pkey PRIMARY KEY (account_id, quota)
      )`);
    // An audit entry stays when its project is erased, so erasing does not give requests back.
    await runner.query(
      `CREATE INDEX audit_entries_review_requests_idx ON audit_entries (actor_id, at) WHERE action = 'request_review'`,
    );
    await this.countImageBytes(runner);
  }

  /** Kept on the project and not on the account, because the project is locked before the account everywhere. */
  private async countImageBytes(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE projects ADD image_bytes bigint NOT NULL DEFAULT 0 CONSTRAINT projects_image_bytes_check CHECK (image_bytes >= 0)',
    );
    await runner.query(`
      CREATE FUNCTION count_image_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
      BEGIN
        UPDATE projects SET image_bytes = image_bytes + step * counted.bytes
          FROM (SELECT project_id, sum(bytes) AS bytes FROM changed GROUP BY project_id) counted
          WHERE counted.project_id = projects.id;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER assets_count_new AFTER INSERT ON assets REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_image_bytes()`);
    await runner.query(`
      CREATE TRIGGER assets_count_gone AFTER DELETE ON assets REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_image_bytes()`);
    // The triggers block other writers until the commit, so the sums stay correct.
    await runner.query(`
      UPDATE projects SET image_bytes = counted.bytes
      FROM (SELECT project_id, sum(bytes) AS bytes FROM assets GROUP BY project_id) counted
      WHERE counted.project_id = projects.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER assets_count_gone ON assets');
    await runner.query('DROP TRIGGER assets_count_new ON assets');
    await runner.query('DROP FUNCTION count_image_bytes()');
    await runner.query('ALTER TABLE projects DROP image_bytes');
    await runner.query('DROP INDEX audit_entries_review_requests_idx');
    await runner.query('DROP TABLE account_quotas');
  }
}
