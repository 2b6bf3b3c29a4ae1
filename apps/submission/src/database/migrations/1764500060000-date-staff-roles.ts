import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTIONS = `'set_roles', 'suspend', 'unsuspend', 'set_birth_date', 'set_quotas', 'log_in', 'log_in_failed', 'password_check_failed', 'change_password', 'create_token', 'revoke_token', 'revoke_all_tokens', 'list_accounts', 'read_account', 'issue_reset_link'`;
const KINDS = `'confirm_email', 'password_reset', 'review_done', 'review_failed', 'changes_requested', 'rejected', 'approved', 'shipped', 'reship', 'interview_expired', 'staff_digest'`;
const SECURITY_KINDS = `'confirm_email', 'password_reset'`;

/**
 * Says since when an account has a role of staff, who granted it, and when another admin confirmed it. `accounts.roles`
 * still says which roles an account has. Triggers give each of them a row, whoever writes it.
 */
export class DateStaffRoles1764500060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE staff_roles (
        account_id uuid NOT NULL CONSTRAINT staff_roles_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        role text NOT NULL CONSTRAINT staff_roles_role_check CHECK (role IN ('reviewer', 'fulfilment', 'admin')),
        granted_at timestamptz(3) NOT NULL DEFAULT now(),
        granted_by uuid CONSTRAINT staff_roles_granted_by_fkey REFERENCES accounts,
        confirmed_at timestamptz(3),
        CONSTRAINT staff_roles_pkey PRIMARY KEY (account_id, role)
      )`);
    await runner.query(
      `CREATE TRIGGER staff_roles_account BEFORE INSERT ON staff_roles FOR EACH ROW EXECUTE FUNCTION skip_for_deleted_account('account_id')`,
    );
    // Staff of the time before are confirmed.
    await runner.query(`
      INSERT INTO staff_roles (account_id, role, granted_at, granted_by, confirmed_at)
      SELECT account.id, granted.role, coalesce(entry.at, account.created_at), entry.actor_id, now()
      FROM accounts account CROSS JOIN LATERAL unnest(account.roles) AS granted (role)
        LEFT JOIN LATERAL (
          SELECT at, actor_id FROM account_audit_entries
          WHERE account_id = account.id AND action = 'set_roles' AND granted.role = ANY (roles_after) AND granted.role <> ALL (roles_before)
          ORDER BY id DESC LIMIT 1
        ) entry ON true
      WHERE granted.role <> 'participant'`);
    // An operator of the database, as the owner of its tables, confirms what they write. The service never does: a role
    // that it writes without a row of its own waits. The path is fixed, because operators write without one.
    await runner.query(`
      CREATE FUNCTION date_staff_roles() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        DELETE FROM staff_roles WHERE account_id = NEW.id AND role <> ALL (NEW.roles);
        INSERT INTO staff_roles (account_id, role, confirmed_at)
          SELECT NEW.id, role, CASE WHEN pg_has_role(relation.relowner, 'USAGE') THEN now() END
          FROM unnest(NEW.roles) AS role, pg_class relation WHERE role <> 'participant' AND relation.oid = TG_RELID
          ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(
      'CREATE TRIGGER accounts_staff_roles_insert AFTER INSERT ON accounts FOR EACH ROW WHEN (cardinality(NEW.roles) > 1) EXECUTE FUNCTION date_staff_roles()',
    );
    await runner.query(
      'CREATE TRIGGER accounts_staff_roles_update AFTER UPDATE ON accounts FOR EACH ROW WHEN (NEW.roles IS DISTINCT FROM OLD.roles) EXECUTE FUNCTION date_staff_roles()',
    );
    await allowActions(runner, `${ACTIONS}, 'confirm_role'`);
    await allowKinds(runner, `${KINDS}, 'role_granted'`, `${SECURITY_KINDS}, 'role_granted'`);
  }

  /** Takes away the roles that still wait, because the version before lets them read addresses at once. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION date_staff_roles() CASCADE');
    await runner.query(`
      UPDATE accounts SET roles = ARRAY (
        SELECT role FROM unnest(roles) AS held (role) WHERE NOT EXISTS (
          SELECT FROM staff_roles waiting WHERE waiting.account_id = accounts.id AND waiting.role = held.role
            AND waiting.role IN ('fulfilment', 'admin') AND confirmed_at IS NULL AND granted_at > now() - interval '24 hours'))
      WHERE cardinality(roles) > 1`);
    await runner.query('DROP TABLE staff_roles');
    await runner.query('ALTER TABLE account_audit_entries DISABLE TRIGGER account_audit_entries_delete');
    await runner.query(`DELETE FROM account_audit_entries WHERE action = 'confirm_role'`);
    await runner.query('ALTER TABLE account_audit_entries ENABLE TRIGGER account_audit_entries_delete');
    await allowActions(runner, ACTIONS);
    await runner.query(`DELETE FROM mail_outbox WHERE kind = 'role_granted'`);
    await allowKinds(runner, KINDS, SECURITY_KINDS);
  }
}

const allowActions = (runner: QueryRunner, actions: string) =>
  runner.query(`
    ALTER TABLE account_audit_entries
      DROP CONSTRAINT account_audit_entries_action_check,
      ADD CONSTRAINT account_audit_entries_action_check CHECK (action IN (${actions}))`);

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
