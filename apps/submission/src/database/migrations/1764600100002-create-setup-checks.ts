import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an admin wants to know and only the worker can find out. */
export class CreateSetupChecks1764600100002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE setup_checks (
        name text PRIMARY KEY CONSTRAINT setup_checks_name_check CHECK (name IN ('mail', 'gateway')),
        asked_at timestamptz NOT NULL,
        answered_at timestamptz,
        standing text CONSTRAINT setup_checks_standing_check
          CHECK (standing IN ('fine', 'files', 'login_refused', 'unreachable', 'key_refused', 'no_model')),
        CONSTRAINT setup_checks_answer_check CHECK ((answered_at IS NULL) = (standing IS NULL))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE setup_checks');
  }
}
