import type { MigrationInterface, QueryRunner } from 'typeorm';

const GUARDIAN_ACTIONS = `'guardian_agree', 'guardian_withdraw', 'guardian_request_deletion'`;
const ACTIONS = `'set_roles', 'suspend', 'unsuspend', 'set_birth_date', 'set_quotas', 'log_in', 'log_in_failed', 'password_check_failed', 'change_password', 'create_token', 'revoke_token', 'revoke_all_tokens', 'list_accounts', 'read_account', 'issue_reset_link', 'confirm_role', 'ask_guardian', ${GUARDIAN_ACTIONS}`;
const EMAIL_ACTIONS = `'ask_email_change', 'cancel_email_change', 'refuse_email_change', 'change_email'`;
const NAMES_NOBODY = `'log_in_failed', ${GUARDIAN_ACTIONS}`;
const SECURITY_KINDS = `'confirm_email', 'password_reset', 'role_granted', 'guardian_asked', 'guardian_told', 'child_told'`;
const KINDS = `${SECURITY_KINDS}, 'review_done', 'review_failed', 'changes_requested', 'rejected', 'approved', 'shipped', 'reship', 'interview_expired', 'staff_digest'`;
const EMAIL_KINDS = `'email_change_old', 'email_change_new'`;

/** A change of an email that both mailboxes must confirm. The next migration validates the constraints. */
export class ChangeEmails1764500170000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // One change at a time for each account: the key is the account.
    await runner.query(`
      CREATE TABLE email_changes (
        account_id uuid CONSTRAINT email_changes_pkey PRIMARY KEY
          CONSTRAINT email_changes_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        id uuid NOT NULL CONSTRAINT email_changes_id_key UNIQUE,
        new_email text NOT NULL CONSTRAINT email_changes_new_email_check CHECK (char_length(new_email) BETWEEN 3 AND 254),
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        old_confirmed_at timestamptz(3),
        new_confirmed_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at)');
    await runner.query(
      `CREATE TRIGGER email_changes_account BEFORE INSERT ON email_changes FOR EACH ROW EXECUTE FUNCTION skip_for_deleted_account('account_id')`,
    );
    await allowActions(runner, `${ACTIONS}, ${EMAIL_ACTIONS}`, `${NAMES_NOBODY}, 'refuse_email_change'`);
    await allowKinds(runner, `${KINDS}, ${EMAIL_KINDS}`, `${SECURITY_KINDS}, ${EMAIL_KINDS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE kind IN (${EMAIL_KINDS})`);
    await allowKinds(runner, KINDS, SECURITY_KINDS);
    await runner.query('ALTER TABLE account_audit_entries DISABLE TRIGGER account_audit_entries_delete');
    await runner.query(`DELETE FROM account_audit_entries WHERE action IN (${EMAIL_ACTIONS})`);
    await runner.query('ALTER TABLE account_audit_entries ENABLE TRIGGER account_audit_entries_delete');
    await allowActions(runner, ACTIONS, NAMES_NOBODY);
    for (const name of ['action', 'actor'])
      await runner.query(`ALTER TABLE account_audit_entries VALIDATE CONSTRAINT account_audit_entries_${name}_check`);
    await runner.query('DROP TABLE email_changes');
  }
}

const allowActions = (runner: QueryRunner, actions: string, namesNobody: string) =>
  runner.query(`
    ALTER TABLE account_audit_entries
      DROP CONSTRAINT account_audit_entries_action_check,
      ADD CONSTRAINT account_audit_entries_action_check CHECK (action IN (${actions})) NOT VALID,
      DROP CONSTRAINT account_audit_entries_actor_check,
      ADD CONSTRAINT account_audit_entries_actor_check CHECK ((actor_id IS NULL) = (action IN (${namesNobody}))) NOT VALID`);

async function allowKinds(runner: QueryRunner, kinds: string, securityKinds: string): Promise<void> {
  await runner.query(`
    ALTER TABLE mail_outbox
      DROP CONSTRAINT mail_outbox_kind_check,
      ADD CONSTRAINT mail_outbox_kind_check CHECK (kind IN (${kinds})),
      DROP COLUMN is_security,
      ADD COLUMN is_security boolean NOT NULL GENERATED ALWAYS AS (kind IN (${securityKinds})) STORED`);
  await runner.query(
    'CREATE INDEX mail_outbox_waiting_idx ON mail_outbox (is_security, next_attempt_at) WHERE ended_at IS NULL',
  );
}
