import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACTIONS = `'set_roles', 'suspend', 'unsuspend', 'set_birth_date', 'set_quotas', 'log_in', 'log_in_failed', 'password_check_failed', 'change_password', 'create_token', 'revoke_token', 'revoke_all_tokens', 'list_accounts', 'read_account', 'issue_reset_link', 'confirm_role'`;
const GUARDIAN_ACTIONS = `'guardian_agree', 'guardian_withdraw', 'guardian_request_deletion'`;
const KINDS = `'confirm_email', 'password_reset', 'review_done', 'review_failed', 'changes_requested', 'rejected', 'approved', 'shipped', 'reship', 'interview_expired', 'staff_digest', 'role_granted'`;
const SECURITY_KINDS = `'confirm_email', 'password_reset', 'role_granted'`;
const GUARDIAN_KINDS = `'guardian_asked', 'guardian_told', 'child_told'`;
const ACTORS = `'owner', 'reviewer', 'fulfilment', 'admin', 'worker', 'system'`;

const applyVisibility = (isHidden: string) => `
  CREATE OR REPLACE FUNCTION apply_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.declared_visibility := coalesce(NEW.declared_visibility, NEW.visibility);
    ELSIF NEW.visibility <> OLD.visibility AND NEW.declared_visibility = OLD.declared_visibility THEN
      NEW.declared_visibility := NEW.visibility;
    END IF;
    NEW.visibility := CASE WHEN ${isHidden} THEN 'private' ELSE NEW.declared_visibility END;
    RETURN NEW;
  END $$`;

const HIDDEN = 'NEW.hidden_at IS NOT NULL OR NEW.erasing_at IS NOT NULL';
const HIDDEN_BY_GUARDIAN_TOO = `${HIDDEN} OR NEW.guardian_hidden_at IS NOT NULL`;

/**
 * The guardian of a young account, what they agreed to, and what they hid. The token of their link is stored only as its
 * hash. The next migration validates the constraints.
 */
export class CreateGuardians1764500135000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE guardians (
        account_id uuid CONSTRAINT guardians_pkey PRIMARY KEY
          CONSTRAINT guardians_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        email text NOT NULL CONSTRAINT guardians_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
        link_id uuid NOT NULL,
        key_id text NOT NULL,
        token_hash bytea NOT NULL CONSTRAINT guardians_token_hash_key UNIQUE
          CONSTRAINT guardians_token_hash_check CHECK (octet_length(token_hash) = 32),
        link_expires_at timestamptz(3) NOT NULL,
        mailed_at timestamptz(3)[] NOT NULL DEFAULT '{}',
        name text CONSTRAINT guardians_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
        indexing boolean NOT NULL DEFAULT false,
        shipments_agreed_ahead boolean NOT NULL DEFAULT false,
        asked_at timestamptz(3) NOT NULL DEFAULT now(),
        agreed_at timestamptz(3),
        withdrawn_at timestamptz(3),
        deletion_requested_at timestamptz(3)
      )`);
    await runner.query(`
      CREATE TABLE shipment_agreements (
        project_id uuid CONSTRAINT shipment_agreements_pkey PRIMARY KEY
          CONSTRAINT shipment_agreements_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        account_id uuid NOT NULL CONSTRAINT shipment_agreements_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        agreed_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX shipment_agreements_account_id_idx ON shipment_agreements (account_id)');
    for (const table of ['guardians', 'shipment_agreements'])
      await runner.query(
        `CREATE TRIGGER ${table}_account BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION skip_for_deleted_account('account_id')`,
      );
    await runner.query('ALTER TABLE projects ADD guardian_hidden_at timestamptz(3)');
    await this.hideProjects(runner, HIDDEN_BY_GUARDIAN_TOO, ', guardian_hidden_at');
    await allowActors(runner, `${ACTORS}, 'guardian'`);
    await allowActions(
      runner,
      `${ACTIONS}, 'ask_guardian', ${GUARDIAN_ACTIONS}`,
      `(actor_id IS NULL) = (action IN ('log_in_failed', ${GUARDIAN_ACTIONS}))`,
    );
    await allowKinds(runner, `${KINDS}, ${GUARDIAN_KINDS}`, `${SECURITY_KINDS}, ${GUARDIAN_KINDS}`);
  }

  private async hideProjects(runner: QueryRunner, isHidden: string, moreColumns: string): Promise<void> {
    await runner.query(applyVisibility(isHidden));
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_hidden_check');
    await runner.query(
      `ALTER TABLE projects ADD CONSTRAINT projects_hidden_check
         CHECK (visibility = CASE WHEN ${isHidden.replaceAll('NEW.', '')} THEN 'private' ELSE declared_visibility END) NOT VALID`,
    );
    await runner.query('DROP TRIGGER projects_visibility ON projects');
    await runner.query(`
      CREATE TRIGGER projects_visibility BEFORE INSERT OR UPDATE OF visibility, declared_visibility, hidden_at, erasing_at${moreColumns} ON projects
      FOR EACH ROW EXECUTE FUNCTION apply_visibility()`);
  }

  /** What a guardian hid stays hidden, as if staff had hidden it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE kind IN (${GUARDIAN_KINDS})`);
    await allowKinds(runner, KINDS, SECURITY_KINDS);
    await runner.query('ALTER TABLE account_audit_entries DISABLE TRIGGER account_audit_entries_delete');
    await runner.query(`DELETE FROM account_audit_entries WHERE action IN ('ask_guardian', ${GUARDIAN_ACTIONS})`);
    await runner.query('ALTER TABLE account_audit_entries ENABLE TRIGGER account_audit_entries_delete');
    await allowActions(runner, ACTIONS, `(actor_id IS NULL) = (action = 'log_in_failed')`);
    for (const name of ['action', 'actor'])
      await runner.query(`ALTER TABLE account_audit_entries VALIDATE CONSTRAINT account_audit_entries_${name}_check`);
    await runner.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    await runner.query(`UPDATE audit_entries SET actor = 'system' WHERE actor = 'guardian'`);
    await runner.query('ALTER TABLE audit_entries ENABLE TRIGGER USER');
    await allowActors(runner, ACTORS);
    await runner.query('ALTER TABLE audit_entries VALIDATE CONSTRAINT audit_entries_actor_check');
    await runner.query(
      'UPDATE projects SET hidden_at = coalesce(hidden_at, guardian_hidden_at) WHERE guardian_hidden_at IS NOT NULL',
    );
    await this.hideProjects(runner, HIDDEN, '');
    await runner.query('ALTER TABLE projects VALIDATE CONSTRAINT projects_hidden_check');
    await runner.query('ALTER TABLE projects DROP guardian_hidden_at');
    await runner.query('DROP TABLE shipment_agreements, guardians');
  }
}

const allowActors = (runner: QueryRunner, actors: string) =>
  runner.query(`
    ALTER TABLE audit_entries
      DROP CONSTRAINT audit_entries_actor_check,
      ADD CONSTRAINT audit_entries_actor_check CHECK (actor IN (${actors})) NOT VALID`);

const allowActions = (runner: QueryRunner, actions: string, isActorMissing: string) =>
  runner.query(`
    ALTER TABLE account_audit_entries
      DROP CONSTRAINT account_audit_entries_action_check,
      ADD CONSTRAINT account_audit_entries_action_check CHECK (action IN (${actions})) NOT VALID,
      DROP CONSTRAINT account_audit_entries_actor_check,
      ADD CONSTRAINT account_audit_entries_actor_check CHECK (${isActorMissing}) NOT VALID`);

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
