import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTIONS = `'set_roles', 'suspend', 'unsuspend', 'set_birth_date', 'set_quotas', 'log_in', 'log_in_failed', 'password_check_failed', 'change_password', 'create_token', 'revoke_token', 'revoke_all_tokens', 'list_accounts', 'read_account'`;

/** Requests for a reset, which the worker handles, and the tokens that set a new password. */
export class ResetPasswords1764400040001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // No foreign key: its check would run only for known accounts, and would tell them from unknown ones by time.
    await runner.query(`
      CREATE TABLE password_reset_requests (
        id uuid PRIMARY KEY,
        account_id uuid,
        requested_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE password_resets (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT password_resets_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        token_hash bytea NOT NULL
          CONSTRAINT password_resets_token_hash_key UNIQUE
          CONSTRAINT password_resets_token_hash_check CHECK (octet_length(token_hash) = 32),
        key_id text,
        replaces bytea NOT NULL CONSTRAINT password_resets_replaces_check CHECK (octet_length(replaces) = 32),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3),
        superseded_at timestamptz(3),
        CONSTRAINT password_resets_time_check CHECK (expires_at > created_at),
        CONSTRAINT password_resets_end_check CHECK (used_at IS NULL OR superseded_at IS NULL)
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX password_resets_live_key ON password_resets (account_id) WHERE used_at IS NULL AND superseded_at IS NULL',
    );
    await runner.query('CREATE INDEX password_resets_account_id_idx ON password_resets (account_id, created_at)');
    await runner.query('CREATE INDEX password_resets_created_at_idx ON password_resets (created_at)');
    await allowActions(runner, `${ACTIONS}, 'issue_reset_link'`);
  }

  /** Deletes entries of the new kind, because the old table cannot hold them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE password_resets, password_reset_requests');
    await runner.query('ALTER TABLE account_audit_entries DISABLE TRIGGER account_audit_entries_delete');
    await runner.query(`DELETE FROM account_audit_entries WHERE action = 'issue_reset_link'`);
    await runner.query('ALTER TABLE account_audit_entries ENABLE TRIGGER account_audit_entries_delete');
    await allowActions(runner, ACTIONS);
  }
}

const allowActions = (runner: QueryRunner, actions: string) =>
  runner.query(`
    ALTER TABLE account_audit_entries
      DROP CONSTRAINT account_audit_entries_action_check,
      ADD CONSTRAINT account_audit_entries_action_check CHECK (action IN (${actions}))`);
