import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditAccounts1764000020002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_audit_entries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz(3) NOT NULL DEFAULT now(),
        account_id uuid NOT NULL CONSTRAINT account_audit_entries_account_id_fkey REFERENCES accounts,
        actor_id uuid NOT NULL CONSTRAINT account_audit_entries_actor_id_fkey REFERENCES accounts,
        action text NOT NULL
          CONSTRAINT account_audit_entries_action_check CHECK (action IN ('set_roles', 'suspend', 'unsuspend', 'set_birth_date')),
        roles_before text[],
        roles_after text[],
        CONSTRAINT account_audit_entries_roles_check CHECK (
          (action = 'set_roles') = (roles_before IS NOT NULL) AND (action = 'set_roles') = (roles_after IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX account_audit_entries_account_id_idx ON account_audit_entries (account_id, id)');
    await runner.query(`
      CREATE TRIGGER account_audit_entries_change BEFORE UPDATE OR DELETE ON account_audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    await runner.query(
      'CREATE TRIGGER account_audit_entries_truncate BEFORE TRUNCATE ON account_audit_entries EXECUTE FUNCTION refuse_change()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE account_audit_entries');
  }
}
