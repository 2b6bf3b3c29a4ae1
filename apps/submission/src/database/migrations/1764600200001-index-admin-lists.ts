import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  account_audit_entries_at_idx: 'account_audit_entries (at, id)',
  account_audit_entries_actor_id_idx: 'account_audit_entries (actor_id, at, id)',
  api_tokens_client_id_idx: 'api_tokens (client_id) WHERE client_id IS NOT NULL',
  audit_entries_actor_id_idx: 'audit_entries (actor_id, at, id) WHERE actor_id IS NOT NULL',
  mail_outbox_failed_idx: `mail_outbox (ended_at, id) WHERE outcome IN ('failed', 'bounced')`,
  projects_program_id_idx: 'projects (program_id, id)',
};

/** For the lists of admins: the audit, of all and of one person, failed mails, connected apps, and projects of a program. */
export class IndexAdminLists1764600200001 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
