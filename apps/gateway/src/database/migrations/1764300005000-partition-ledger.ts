import type { MigrationInterface, QueryRunner } from 'typeorm';
import { copyRows, foreignKeysOf, indexesOf } from './moved-table';
import { MAKE_PARTITION } from './make-partition';
import { noteLedgerKeys } from './note-ledger-keys';

const ONE_TABLE_ONLY = [
  'ledger_entries_pkey',
  'ledger_entries_once_a_request',
  'ledger_entries_once_a_task',
  'ledger_entries_time',
];

/**
 * Splits the ledger by month. A unique index of a partitioned table must contain the time, so a trigger writes unique
 * rows to ledger_keys: one per request and kind, one per image task and kind.
 */
export class PartitionLedger1764300005000 implements MigrationInterface {
  name = 'PartitionLedger1764300005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MAKE_PARTITION);
    for (const statement of KEYS) await runner.query(statement);
    const moved = await beginMove(runner);
    await runner.query(
      'CREATE TABLE ledger_entries (LIKE ledger_entries_before INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (created_at)',
    );
    await runner.query('CREATE TABLE ledger_entries_default PARTITION OF ledger_entries DEFAULT');
    await runner.query(MAKE_LEDGER_PARTITIONS);
    await runner.query('REVOKE ALL ON FUNCTION make_ledger_partitions() FROM PUBLIC');
    await runner.query(MAKE_PARTITIONS_OF_MOVED);
    await runner.query('SELECT make_ledger_partitions()');
    await copyRows(runner, 'ledger_entries_before', 'ledger_entries');
    await runner.query(KEYS_OF_MOVED);
    await endMove(runner, moved);
    await runner.query('ALTER TABLE ledger_entries ADD PRIMARY KEY (created_at, id)');
    for (const statement of TRIGGERS) await runner.query(statement);
    // Statement triggers are not inherited, and a direct write to a partition must not bypass them.
    await runner.query(
      `SELECT copy_triggers('ledger_entries', inhrelid::regclass::name) FROM pg_inherits WHERE inhparent = 'ledger_entries'::regclass`,
    );
    await runner.query('ANALYZE ledger_entries, ledger_keys');
  }

  async down(runner: QueryRunner): Promise<void> {
    const moved = await beginMove(runner);
    await runner.query('CREATE TABLE ledger_entries (LIKE ledger_entries_before INCLUDING ALL EXCLUDING INDEXES)');
    await copyRows(runner, 'ledger_entries_before', 'ledger_entries');
    await endMove(runner, moved);
    await runner.query('ALTER TABLE ledger_entries ADD PRIMARY KEY (id)');
    // Later migrations allow a request several losses and refunds.
    await runner.query(
      `CREATE UNIQUE INDEX ledger_entries_once_a_request ON ledger_entries (request_id, account, kind) WHERE kind NOT IN ('loss', 'credit')`,
    );
    await runner.query(
      'CREATE UNIQUE INDEX ledger_entries_once_a_task ON ledger_entries (task_id, account, kind) WHERE task_id IS NOT NULL',
    );
    await runner.query('CREATE INDEX ledger_entries_time ON ledger_entries (created_at, id)');
    await runner.query(APPEND_ONLY);
    await runner.query('DROP TABLE ledger_keys');
    await runner.query('DROP FUNCTION note_ledger_keys, make_ledger_partitions, make_partition, copy_triggers');
    await runner.query('ANALYZE ledger_entries');
  }
}

async function beginMove(runner: QueryRunner): Promise<string[]> {
  await runner.query('LOCK TABLE ledger_entries IN ACCESS EXCLUSIVE MODE');
  await runner.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  const indexes = await indexesOf(runner, 'ledger_entries', ONE_TABLE_ONLY);
  const foreignKeys = await foreignKeysOf(runner, 'ledger_entries');
  await runner.query('ALTER TABLE ledger_entries RENAME TO ledger_entries_before');
  // The new table's primary key takes this name.
  await runner.query('ALTER TABLE ledger_entries_before DROP CONSTRAINT ledger_entries_pkey');
  return [...indexes, ...foreignKeys];
}

async function endMove(runner: QueryRunner, statements: string[]): Promise<void> {
  await runner.query('DROP TABLE ledger_entries_before');
  for (const statement of statements) await runner.query(statement);
}

const KEYS = [
  `CREATE TABLE ledger_keys (
    subject text NOT NULL,
    kind text NOT NULL,
    created_at timestamptz CONSTRAINT ledger_keys_one_row_an_account CHECK (created_at IS NOT NULL),
    PRIMARY KEY (subject, kind)
  )`,
  `CREATE TRIGGER ledger_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_keys
   FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`,
  noteLedgerKeys({ refusesLateRows: false }),
  'REVOKE ALL ON FUNCTION note_ledger_keys() FROM PUBLIC',
];

const KEYS_OF_MOVED = `
  INSERT INTO ledger_keys (subject, kind, created_at)
  SELECT request_id, kind, min(created_at) FROM ledger_entries GROUP BY request_id, kind
  UNION ALL
  SELECT task_id, kind, min(created_at) FROM ledger_entries WHERE task_id IS NOT NULL GROUP BY task_id, kind`;

const APPEND_ONLY = `
  CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change()`;

const TRIGGERS = [
  APPEND_ONLY,
  `CREATE TRIGGER ledger_entries_keys AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS written
   FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_keys()`,
];

/** This month, the next three, and months of rows in the default partition. Returns how many it made. */
const MAKE_LEDGER_PARTITIONS = `
  CREATE FUNCTION make_ledger_partitions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = gateway, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
  DECLARE
    month timestamptz;
    months timestamptz[];
    made integer := 0;
  BEGIN
    -- First: who holds this lock may have to lock the default partition, which is read next.
    PERFORM pg_advisory_xact_lock(hashtext('partitions of ledger_entries'));
    -- All before the first is made: a table that is being read cannot be changed.
    months := ARRAY(
      SELECT generate_series(date_trunc('month', now()), date_trunc('month', now()) + interval '3 months', interval '1 month')
      UNION SELECT date_trunc('month', created_at) FROM ledger_entries_default ORDER BY 1
    );
    FOREACH month IN ARRAY months LOOP
      made := made + make_partition('ledger_entries', 'created_at', month, month + interval '1 month', to_char(month, '_YYYY_MM'));
    END LOOP;
    RETURN made;
  END $$`;

const MAKE_PARTITIONS_OF_MOVED = `
  SELECT make_partition('ledger_entries', 'created_at', month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC', to_char(month, '_YYYY_MM'))
  FROM (SELECT DISTINCT date_trunc('month', created_at AT TIME ZONE 'UTC') AS month FROM ledger_entries_before) AS months ORDER BY month`;
