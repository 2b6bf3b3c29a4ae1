import type { MigrationInterface, QueryRunner } from 'typeorm';
import { noteLedgerKeys } from './note-ledger-keys';

/**
 * See docs/decisions/ledger-and-usage.md. A row that is written into an hour that is over takes back the sums of that
 * hour, in its own transaction.
 */
export class SumUsageByHour1764820000005 implements MigrationInterface {
  name = 'SumUsageByHour1764820000005';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    await runner.query(noteLedgerKeys({ ...NOTES, forgetsHours: true }));
    await runner.query(FORGET_HOURS);
    await runner.query(
      `CREATE TRIGGER request_log_forgets_hours AFTER INSERT ON request_log REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION forget_usage_hours()`,
    );
    // As partitions that are made later have it.
    await runner.query(
      `SELECT copy_triggers('request_log', relname) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = 'request_log'::regclass`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // Partitions have copies of the trigger.
    await runner.query('DROP FUNCTION forget_usage_hours CASCADE');
    await runner.query(noteLedgerKeys(NOTES));
    await runner.query('DROP TABLE usage_hour_sums, usage_hours');
  }
}

const NOTES = { refusesLateRows: true, losesByRoute: true, refundsById: true };

const TABLES = [
  // Transactions from `horizon` on have seen the row.
  `CREATE TABLE usage_hours (
    hour timestamptz PRIMARY KEY CHECK (hour = date_trunc('hour', hour, 'UTC')),
    horizon xid8,
    summed_at timestamptz
  )`,
  `CREATE TABLE usage_hour_sums (
    hour timestamptz NOT NULL REFERENCES usage_hours (hour) ON DELETE CASCADE,
    local_day text NOT NULL,
    customer_id uuid NOT NULL REFERENCES customers (id),
    key_id uuid,
    model text,
    route_id uuid,
    requests integer NOT NULL,
    errors integer NOT NULL,
    units jsonb NOT NULL,
    latencies jsonb NOT NULL,
    cost_nano bigint NOT NULL,
    supplier_cost_nano bigint NOT NULL
  )`,
  'CREATE INDEX usage_hour_sums_hour ON usage_hour_sums (hour, customer_id)',
];

/** A row of the log has the time when its request began, and is written when it ends. */
const FORGET_HOURS = `
  CREATE FUNCTION forget_usage_hours() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = gateway, pg_temp AS $$
  BEGIN
    IF (SELECT min(at) FROM written) < date_trunc('hour', clock_timestamp(), 'UTC') THEN
      DELETE FROM usage_hours WHERE hour IN (SELECT date_trunc('hour', at, 'UTC') FROM written);
    END IF;
    RETURN NULL;
  END $$`;
