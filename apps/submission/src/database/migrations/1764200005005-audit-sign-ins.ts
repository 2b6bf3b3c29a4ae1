import type { MigrationInterface, QueryRunner } from 'typeorm';

const STANDING = `'set_roles', 'suspend', 'unsuspend', 'set_birth_date'`;
const OTHERS = `'log_in', 'log_in_failed', 'password_check_failed', 'change_password', 'create_token', 'revoke_token', 'revoke_all_tokens', 'list_accounts', 'read_account'`;
const RETENTION = `interval '180 days'`;

/** Extends the account audit by sign-ins, passwords, tokens and reads by staff, and adds an audit of programs. */
export class AuditSignIns1764200005005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account_audit_entries
        ALTER account_id DROP NOT NULL,
        ALTER actor_id DROP NOT NULL,
        ADD details jsonb CONSTRAINT account_audit_entries_details_check CHECK (jsonb_typeof(details) = 'object'),
        DROP CONSTRAINT account_audit_entries_action_check,
        ADD CONSTRAINT account_audit_entries_action_check CHECK (action IN (${STANDING}, 'set_quotas', ${OTHERS})),
        ADD CONSTRAINT account_audit_entries_account_check CHECK (account_id IS NOT NULL OR action IN ('log_in_failed', 'list_accounts')),
        ADD CONSTRAINT account_audit_entries_actor_check CHECK ((actor_id IS NULL) = (action = 'log_in_failed'))`);
    await runner.query(`
      CREATE INDEX account_audit_entries_failures_idx ON account_audit_entries (coalesce(account_id, '00000000-0000-0000-0000-000000000000'), at)
      WHERE action IN ('log_in_failed', 'password_check_failed')`);
    await runner.query(
      `CREATE INDEX account_audit_entries_forgotten_idx ON account_audit_entries (at) WHERE action IN (${OTHERS})`,
    );
    await runner.query('DROP TRIGGER account_audit_entries_change ON account_audit_entries');
    await runner.query(
      'CREATE TRIGGER account_audit_entries_update BEFORE UPDATE ON account_audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query(`
      CREATE TRIGGER account_audit_entries_delete BEFORE DELETE ON account_audit_entries FOR EACH ROW
      WHEN (OLD.action NOT IN (${OTHERS}) OR OLD.at > now() - ${RETENTION}) EXECUTE FUNCTION refuse_change()`);
    await this.auditPrograms(runner);
  }

  private async auditPrograms(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE program_audit_entries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        program_id text NOT NULL CONSTRAINT program_audit_entries_program_id_fkey REFERENCES programs,
        actor_id uuid NOT NULL CONSTRAINT program_audit_entries_actor_id_fkey REFERENCES accounts,
        action text NOT NULL
          CONSTRAINT program_audit_entries_action_check CHECK (action IN ('create_program', 'change_program', 'put_document', 'remove_document')),
        fields text[],
        document_id text,
        CONSTRAINT program_audit_entries_document_check CHECK ((action IN ('put_document', 'remove_document')) = (document_id IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX program_audit_entries_program_id_idx ON program_audit_entries (program_id, id)');
    await runner.query(
      'CREATE TRIGGER program_audit_entries_change BEFORE UPDATE OR DELETE ON program_audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    );
    await runner.query(
      'CREATE TRIGGER program_audit_entries_truncate BEFORE TRUNCATE ON program_audit_entries EXECUTE FUNCTION refuse_change()',
    );
  }

  /** Deletes entries of the new kinds, because the old table cannot hold them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE program_audit_entries');
    await runner.query('DROP TRIGGER account_audit_entries_delete ON account_audit_entries');
    await runner.query('DROP TRIGGER account_audit_entries_update ON account_audit_entries');
    await runner.query('DROP INDEX account_audit_entries_forgotten_idx, account_audit_entries_failures_idx');
    await runner.query(`DELETE FROM account_audit_entries WHERE action NOT IN (${STANDING})`);
    await runner.query(`
      ALTER TABLE account_audit_entries
        DROP CONSTRAINT account_audit_entries_actor_check,
        DROP CONSTRAINT account_audit_entries_account_check,
        DROP CONSTRAINT account_audit_entries_action_check,
        ADD CONSTRAINT account_audit_entries_action_check CHECK (action IN (${STANDING})),
        DROP details,
        ALTER actor_id SET NOT NULL,
        ALTER account_id SET NOT NULL`);
    await runner.query(`
      CREATE TRIGGER account_audit_entries_change BEFORE UPDATE OR DELETE ON account_audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
  }
}
