import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The serving role may not delete from the account audit. This function deletes only old entries for it. */
export class ForgetAuditEntries1764200005006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The trigger of the table decides which rows may be deleted.
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
