import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads the outbox while it stays open to readers. */
export class ValidateAddressReminders1764600300002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_outbox VALIDATE CONSTRAINT mail_outbox_kind_check');
  }

  /** A constraint stays valid until the migration before drops it. */
  async down(): Promise<void> {}
}
