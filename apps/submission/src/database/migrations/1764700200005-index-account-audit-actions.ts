import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit of one action reads its entries alone, also of an action that nobody took. */
export class IndexAccountAuditActions1764700200005 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS account_audit_entries_action_idx');
    await runner.query(
      'CREATE INDEX CONCURRENTLY account_audit_entries_action_idx ON account_audit_entries (action, at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX account_audit_entries_action_idx');
  }
}
