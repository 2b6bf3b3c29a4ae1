import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads all entries and mails, in a transaction of its own. */
export class CheckActorsWithMembers1764800400002 implements MigrationInterface {
  name = 'CheckActorsWithMembers1764800400002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE change_entries VALIDATE CONSTRAINT change_entries_actor_kind_check');
    await runner.query('ALTER TABLE mail_outbox VALIDATE CONSTRAINT mail_outbox_kind_check');
    await runner.query('CREATE INDEX mail_outbox_link_id_idx ON mail_outbox (link_id) WHERE link_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX mail_outbox_link_id_idx');
  }
}
