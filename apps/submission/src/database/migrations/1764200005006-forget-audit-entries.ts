import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The role that serves may not delete from the audit of accounts. This function deletes old entries for it, and no others. */
export class ForgetAuditEntries1764200005006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What may be deleted is what the trigger of the table lets go.
    await runner.query(`
      CREATE FUNCTION forget_account_audit_entries(at_once integer) RETURNS integer LANGUAGE sql AS $$
        WITH forgotten AS (
          DELETE FROM account_audit_entries WHERE id IN (
            SELECT id FROM account_audit_entries
            WHERE action IN ('log_in', 'log_in_failed', 'password_check_failed', 'change_password', 'create_token', 'revoke_token', 'revoke_all_tokens', 'list_accounts', 'read_account')
              AND at <= now() - interval '180 days' LIMIT at_once)
          RETURNING id)
        SELECT count(*)::integer FROM forgotten
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION forget_account_audit_entries(integer)');
  }
}
