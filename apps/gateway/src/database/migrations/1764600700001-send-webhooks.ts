import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events are delivered to webhooks. While an event is open, its type and subject are unique, so it is raised once. The rows
 * of deliveries are the truth, and their jobs only a hint.
 */
export class SendWebhooks1764600700001 implements MigrationInterface {
  name = 'SendWebhooks1764600700001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY,
        customer_id uuid REFERENCES customers (id) ON DELETE CASCADE,
        url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2000),
        events text[] NOT NULL CHECK (cardinality(events) > 0),
        is_internal boolean NOT NULL DEFAULT false,
        is_enabled boolean NOT NULL DEFAULT true,
        master_key_id text NOT NULL,
        sealed bytea NOT NULL,
        previous_master_key_id text,
        previous_sealed bytea,
        previous_valid_until timestamptz,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CHECK ((previous_sealed IS NULL) = (previous_master_key_id IS NULL) AND (previous_sealed IS NULL) = (previous_valid_until IS NULL))
      )`);
    await runner.query('CREATE INDEX webhooks_customer ON webhooks (customer_id)');
    await runner.query(`
      CREATE TABLE webhook_events (
        id uuid PRIMARY KEY,
        type text NOT NULL,
        subject text NOT NULL,
        customer_id uuid REFERENCES customers (id) ON DELETE CASCADE,
        data jsonb NOT NULL,
        is_open boolean NOT NULL DEFAULT true,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX webhook_events_once ON webhook_events (type, subject) WHERE is_open');
    await runner.query('CREATE INDEX webhook_events_time ON webhook_events (created_at)');
    await runner.query('CREATE INDEX webhook_events_customer ON webhook_events (customer_id)');
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
        event_id uuid NOT NULL REFERENCES webhook_events (id) ON DELETE CASCADE,
        event_type text NOT NULL,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
        next_attempt_at timestamptz(3) DEFAULT now(),
        last_attempt_at timestamptz(3),
        last_status integer,
        last_error text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        UNIQUE (webhook_id, event_id),
        CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending'`,
    );
    await runner.query('CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, id DESC)');
    await runner.query('CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)');
    await runner.query(`
      ALTER TABLE customers
        ADD alert_balance_below_nano bigint CHECK (alert_balance_below_nano >= 0),
        ADD alert_days_left integer NOT NULL DEFAULT 7 CHECK (alert_days_left BETWEEN 1 AND 365),
        ADD alert_key_expires_days integer NOT NULL DEFAULT 7 CHECK (alert_key_expires_days BETWEEN 1 AND 60)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE customers DROP alert_balance_below_nano, DROP alert_days_left, DROP alert_key_expires_days',
    );
    await runner.query('DROP TABLE webhook_deliveries, webhook_events, webhooks');
  }
}
