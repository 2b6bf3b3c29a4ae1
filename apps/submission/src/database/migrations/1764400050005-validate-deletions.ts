import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests go on meanwhile. */
export class ValidateDeletions1764400050005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Accounts that were deleted before `down` have their id as email, which nobody can choose.
    await runner.query(`
      UPDATE accounts SET deleted_at = coalesce(suspended_at, now()), suspended_at = coalesce(suspended_at, now()), handle = '',
        display_name = 'Anonymous', bio = '', password_hash = '', birth_date = NULL, email_confirmed_at = NULL, mail_bounced_at = NULL,
        mail_opt_out = true, locale = 'en', roles = '{participant}' WHERE email = id::text AND handle <> ''`);
    await runner.query('ALTER TABLE accounts VALIDATE CONSTRAINT accounts_handle_check');
    await runner.query('ALTER TABLE accounts VALIDATE CONSTRAINT accounts_deleted_check');
    await runner.query('ALTER TABLE projects VALIDATE CONSTRAINT projects_hidden_check');
  }

  /** A constraint stays valid until the migration before drops it. */
  async down(): Promise<void> {}
}
