import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails that wait or have ended, without addresses, names or texts, and what the accounts say about mail. When mail went
 * to an address is kept apart from accounts, because it counts beyond their deletion.
 */
export class CreateMailOutbox1764400030001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        ADD COLUMN email_confirmed_at timestamptz(3),
        ADD COLUMN mail_bounced_at timestamptz(3)`);
    await runner.query(`
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL CONSTRAINT mail_outbox_account_id_fkey REFERENCES accounts ON DELETE CASCADE,
        project_id uuid CONSTRAINT mail_outbox_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT mail_outbox_kind_check CHECK (kind IN (
          'confirm_email', 'password_reset', 'review_done', 'review_failed', 'changes_requested', 'rejected', 'approved', 'shipped',
          'reship', 'interview_expired', 'staff_digest')),
        is_security boolean NOT NULL GENERATED ALWAYS AS (kind IN ('confirm_email', 'password_reset')) STORED,
        key text NOT NULL CONSTRAINT mail_outbox_key_key UNIQUE CONSTRAINT mail_outbox_key_check CHECK (char_length(key) BETWEEN 1 AND 200),
        data jsonb NOT NULL DEFAULT '{}' CONSTRAINT mail_outbox_data_check CHECK (jsonb_typeof(data) = 'object'),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        fence uuid NOT NULL DEFAULT gen_random_uuid(),
        ended_at timestamptz(3),
        outcome text CONSTRAINT mail_outbox_outcome_check CHECK (outcome IN ('sent', 'failed', 'bounced', 'dropped')),
        failure text CONSTRAINT mail_outbox_failure_check CHECK (char_length(failure) <= 200),
        CONSTRAINT mail_outbox_ended_check CHECK (num_nulls(ended_at, outcome) IN (0, 2))
      )`);
    await runner.query(
      'CREATE INDEX mail_outbox_waiting_idx ON mail_outbox (is_security, next_attempt_at) WHERE ended_at IS NULL',
    );
    await runner.query('CREATE INDEX mail_outbox_ended_at_idx ON mail_outbox (ended_at) WHERE ended_at IS NOT NULL');
    await runner.query('CREATE INDEX mail_outbox_account_id_idx ON mail_outbox (account_id)');
    await runner.query(
      'CREATE INDEX mail_outbox_project_id_idx ON mail_outbox (project_id, id) WHERE project_id IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE mailed_addresses (
        address_hash bytea CONSTRAINT mailed_addresses_pkey PRIMARY KEY
          CONSTRAINT mailed_addresses_address_hash_check CHECK (octet_length(address_hash) = 32),
        sent_at timestamptz(3)[] NOT NULL,
        last_sent_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX mailed_addresses_last_sent_at_idx ON mailed_addresses (last_sent_at)');
  }

  /** Loses which emails are confirmed and which addresses bounced, so after another `up` nobody is confirmed. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_outbox, mailed_addresses');
    await runner.query('ALTER TABLE accounts DROP COLUMN email_confirmed_at, DROP COLUMN mail_bounced_at');
  }
}
