import type { MigrationInterface, QueryRunner } from 'typeorm';
import { noteLedgerKeys } from './note-ledger-keys';

/** docs/decisions/ledger-and-usage.md says how late rows are kept out. Only these functions write seals. */
export class SealLedgerDays1764300005003 implements MigrationInterface {
  name = 'SealLedgerDays1764300005003';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    for (const statement of [READ_DAY, HASH_SEAL, CLOSE_DAYS, SEAL_DAY]) await runner.query(statement);
    await runner.query('REVOKE ALL ON FUNCTION close_ledger_days(), seal_ledger_day(date, text[]) FROM PUBLIC');
    await runner.query(noteLedgerKeys({ refusesLateRows: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(noteLedgerKeys({ refusesLateRows: false }));
    await runner.query('DROP FUNCTION seal_ledger_day, close_ledger_days, hash_ledger_seal, read_ledger_day');
    await runner.query('DROP TABLE ledger_day_sums, ledger_seals, ledger_closing');
  }
}

const TABLES = [
  // One row, once a day was closed. Transactions from `horizon` on have seen it.
  `CREATE TABLE ledger_closing (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    through date NOT NULL,
    closed_by xid8 NOT NULL,
    horizon xid8
  )`,
  `CREATE TABLE ledger_seals (
    day date PRIMARY KEY,
    rows bigint NOT NULL,
    sums jsonb NOT NULL,
    wrong_requests text[] NOT NULL,
    digest bytea NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE ledger_day_sums (
    day date NOT NULL REFERENCES ledger_seals (day),
    customer_id uuid NOT NULL,
    key_id uuid,
    window_starts_at timestamptz,
    amount_nano bigint NOT NULL,
    charged_nano bigint NOT NULL
  )`,
  'CREATE INDEX ledger_day_sums_day ON ledger_day_sums (day)',
  ...['ledger_seals', 'ledger_day_sums'].map(
    (table) =>
      `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
  ),
];

/**
 * Rows, sums by account and kind, and a digest of a day's rows by hour, account, kind, time and id. Null columns are
 * omitted, so a column that is added later keeps older digests.
 */
const READ_DAY = `
  CREATE FUNCTION read_ledger_day(asked date, OUT rows bigint, OUT sums jsonb, OUT digest bytea) LANGUAGE sql STABLE SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
    WITH part AS (
      SELECT date_trunc('hour', created_at) AS hour, account, kind, count(*) AS rows, sum(amount_nano) AS nano,
        sha256(string_agg(sha256(convert_to(jsonb_strip_nulls(to_jsonb(entry))::text, 'UTF8')), ''::bytea ORDER BY created_at, id)) AS digest
      FROM ledger_entries entry WHERE created_at >= asked::timestamptz AND created_at < (asked + 1)::timestamptz
      GROUP BY hour, account, kind
    ), total AS (
      SELECT account, kind, sum(nano) AS nano FROM part GROUP BY account, kind
    )
    SELECT COALESCE(sum(rows), 0)::bigint, (SELECT COALESCE(jsonb_object_agg(account || ' ' || kind, nano::text), '{}') FROM total),
      sha256(COALESCE(string_agg(convert_to(concat_ws(' ', hour, account, kind, rows, nano, encode(digest, 'hex')), 'UTF8'), '\\x0a'::bytea ORDER BY hour, account, kind), ''))
    FROM part
  $$`;

const HASH_SEAL = `
  CREATE FUNCTION hash_ledger_seal(previous bytea, day date, rows bigint, sums jsonb, digest bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT sha256(previous || convert_to(concat_ws(' ', to_char(day, 'YYYY-MM-DD'), rows, sums), 'UTF8') || digest)
  $$`;

/**
 * Closes the days that ended more than 15 minutes ago, so that their rows are refused. A later call sets the horizon:
 * when older transactions have ended, the days can be sealed. Returns the last such day, or null.
 */
const CLOSE_DAYS = `
  CREATE FUNCTION close_ledger_days() RETURNS date LANGUAGE plpgsql SECURITY DEFINER SET search_path = gateway, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    last_day date := (now() - interval '15 minutes')::date - 1;
  BEGIN
    INSERT INTO ledger_closing (through, closed_by)
    SELECT last_day, pg_current_xact_id() WHERE EXISTS (SELECT FROM ledger_entries WHERE created_at < (last_day + 1)::timestamptz)
    ON CONFLICT (id) DO UPDATE SET through = EXCLUDED.through, closed_by = EXCLUDED.closed_by, horizon = NULL WHERE ledger_closing.through < EXCLUDED.through;
    UPDATE ledger_closing SET horizon = pg_snapshot_xmax(pg_current_snapshot()) WHERE horizon IS NULL AND closed_by <> pg_current_xact_id();
    RETURN (SELECT through FROM ledger_closing WHERE pg_snapshot_xmin(pg_current_snapshot()) >= horizon);
  END $$`;

/** Returns whether it sealed the day. `wrong`: the faulty requests. */
const SEAL_DAY = `
  CREATE FUNCTION seal_ledger_day(asked date, wrong text[]) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = gateway, pg_temp SET timezone = 'UTC' AS $$
  DECLARE
    previous ledger_seals;
    content record;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('seals of the ledger'));
    IF NOT EXISTS (SELECT FROM ledger_closing WHERE through >= asked AND pg_snapshot_xmin(pg_current_snapshot()) >= horizon) THEN RETURN false; END IF;
    SELECT * INTO previous FROM ledger_seals ORDER BY day DESC LIMIT 1;
    IF previous.day IS NOT NULL AND asked <> previous.day + 1 THEN RETURN false; END IF;
    IF previous.day IS NULL AND EXISTS (SELECT FROM ledger_entries WHERE created_at < asked::timestamptz) THEN RETURN false; END IF;
    SELECT * INTO content FROM read_ledger_day(asked);
    INSERT INTO ledger_seals (day, rows, sums, wrong_requests, digest, previous_hash, hash)
    VALUES (asked, content.rows, content.sums, wrong, content.digest, COALESCE(previous.hash, ''),
      hash_ledger_seal(COALESCE(previous.hash, ''), asked, content.rows, content.sums, content.digest));
    INSERT INTO ledger_day_sums (day, customer_id, key_id, window_starts_at, amount_nano, charged_nano)
    SELECT asked, customer_id, key_id, window_starts_at, sum(amount_nano), COALESCE(sum(amount_nano) FILTER (WHERE kind = 'charge'), 0)
    FROM ledger_entries WHERE account = 'customer' AND created_at >= asked::timestamptz AND created_at < (asked + 1)::timestamptz
    GROUP BY customer_id, key_id, window_starts_at;
    RETURN true;
  END $$`;
