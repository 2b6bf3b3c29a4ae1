import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests go on meanwhile. */
export class ValidateGuardians1764500135001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects VALIDATE CONSTRAINT projects_hidden_check');
    await runner.query('ALTER TABLE audit_entries VALIDATE CONSTRAINT audit_entries_actor_check');
    for (const name of ['action', 'actor'])
      await runner.query(`ALTER TABLE account_audit_entries VALIDATE CONSTRAINT account_audit_entries_${name}_check`);
  }

  /** A constraint stays valid until the migration before drops it. */
  async down(): Promise<void> {}
}
