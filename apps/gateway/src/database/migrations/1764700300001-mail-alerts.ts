import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Alerts go to addresses too. A row of the outbox is a mail that waits or has ended. Its text is made from its event when
 * it is sent.
 */
export class MailAlerts1764700300001 implements MigrationInterface {
  name = 'MailAlerts1764700300001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE customers
        ADD alert_mail_to text[] NOT NULL DEFAULT '{}',
        ADD alert_mail_events text[] NOT NULL DEFAULT '{balance.low,budget.80,budget.100,key.expiring,statement.ready}',
        ADD alert_language text NOT NULL DEFAULT 'en' CONSTRAINT customers_alert_language_check CHECK (alert_language IN ('en', 'zh-CN'))`);
    await runner.query(`
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        kind text NOT NULL CONSTRAINT mail_outbox_kind_check CHECK (kind IN ('alert')),
        is_security boolean NOT NULL GENERATED ALWAYS AS (kind <> 'alert') STORED,
        key text NOT NULL CONSTRAINT mail_outbox_key_key UNIQUE,
        address text NOT NULL CONSTRAINT mail_outbox_address_check CHECK (length(address) BETWEEN 1 AND 254),
        event_id uuid CONSTRAINT mail_outbox_event_id_fkey REFERENCES webhook_events ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        fence uuid NOT NULL DEFAULT gen_random_uuid(),
        ended_at timestamptz(3),
        outcome text CONSTRAINT mail_outbox_outcome_check CHECK (outcome IN ('sent', 'failed', 'bounced', 'dropped')),
        failure text CONSTRAINT mail_outbox_failure_check CHECK (length(failure) <= 200),
        CONSTRAINT mail_outbox_ended_check CHECK (num_nulls(ended_at, outcome) IN (0, 2))
      )`);
    await runner.query(
      'CREATE INDEX mail_outbox_waiting_idx ON mail_outbox (is_security, next_attempt_at) WHERE ended_at IS NULL',
    );
    await runner.query('CREATE INDEX mail_outbox_ended_at_idx ON mail_outbox (ended_at) WHERE ended_at IS NOT NULL');
    await runner.query('CREATE INDEX mail_outbox_event_id_idx ON mail_outbox (event_id)');
    await runner.query(`
      CREATE TABLE mailed_addresses (
        address_hash bytea CONSTRAINT mailed_addresses_pkey PRIMARY KEY
          CONSTRAINT mailed_addresses_address_hash_check CHECK (octet_length(address_hash) = 32),
        sent_at timestamptz(3)[] NOT NULL,
        last_sent_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX mailed_addresses_last_sent_at_idx ON mailed_addresses (last_sent_at)');
  }

  /** Loses the addresses of customers, and mails that wait. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_outbox, mailed_addresses');
    await runner.query('ALTER TABLE customers DROP alert_mail_to, DROP alert_mail_events, DROP alert_language');
  }
}
