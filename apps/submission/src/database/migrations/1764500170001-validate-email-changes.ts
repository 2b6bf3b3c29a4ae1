import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests go on meanwhile. */
export class ValidateEmailChanges1764500170001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['action', 'actor'])
      await runner.query(`ALTER TABLE account_audit_entries VALIDATE CONSTRAINT account_audit_entries_${name}_check`);
  }

  /** A constraint stays valid until the migration before drops it. */
  async down(): Promise<void> {}
}
