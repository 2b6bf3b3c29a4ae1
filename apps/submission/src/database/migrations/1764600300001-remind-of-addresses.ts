import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'confirm_email', 'password_reset', 'role_granted', 'guardian_asked', 'guardian_told', 'child_told', 'review_done', 'review_failed', 'changes_requested', 'rejected', 'approved', 'shipped', 'reship', 'interview_expired', 'staff_digest', 'email_change_old', 'email_change_new'`;

/** When the maker of a project was last reminded of the address. The next migration validates the check. */
export class RemindOfAddresses1764600300001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE address_reminders (
        project_id uuid CONSTRAINT address_reminders_pkey PRIMARY KEY
          CONSTRAINT address_reminders_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        sent_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await allowKinds(runner, `${KINDS}, 'address_reminder'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM mail_outbox WHERE kind = 'address_reminder'`);
    await allowKinds(runner, KINDS);
    await runner.query('ALTER TABLE mail_outbox VALIDATE CONSTRAINT mail_outbox_kind_check');
    await runner.query('DROP TABLE address_reminders');
  }
}

const allowKinds = (runner: QueryRunner, kinds: string) =>
  runner.query(`
    ALTER TABLE mail_outbox
      DROP CONSTRAINT mail_outbox_kind_check,
      ADD CONSTRAINT mail_outbox_kind_check CHECK (kind IN (${kinds})) NOT VALID`);
