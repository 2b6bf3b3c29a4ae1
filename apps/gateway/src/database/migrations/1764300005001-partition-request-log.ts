import type { MigrationInterface, QueryRunner } from 'typeorm';
import { copyRows, indexesOf } from './moved-table';

/** Old days of the log can be dropped. A row that is sent twice has the same time, so its key is unique. */
export class PartitionRequestLog1764300005001 implements MigrationInterface {
  name = 'PartitionRequestLog1764300005001';

  async up(runner: QueryRunner): Promise<void> {
    const indexes = await beginMove(runner);
    await runner.query(
      'CREATE TABLE request_log (LIKE request_log_before INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (at)',
    );
    await runner.query('CREATE TABLE request_log_default PARTITION OF request_log DEFAULT');
    await runner.query(MAKE_LOG_PARTITIONS);
    await runner.query(DROP_LOG_PARTITIONS);
    await runner.query(
      'REVOKE ALL ON FUNCTION make_request_log_partitions(), drop_request_log_partitions(integer) FROM PUBLIC',
    );
    await runner.query(MAKE_PARTITIONS_OF_MOVED);
    await runner.query('SELECT make_request_log_partitions()');
    await copyRows(runner, 'request_log_before', 'request_log');
    await runner.query('DROP TABLE request_log_before');
    for (const statement of indexes) await runner.query(statement);
    await runner.query('ALTER TABLE request_log ADD PRIMARY KEY (at, request_id)');
    await runner.query('CREATE INDEX request_log_request ON request_log (request_id)');
    await runner.query('ANALYZE request_log');
  }

  async down(runner: QueryRunner): Promise<void> {
    const indexes = await beginMove(runner);
    await runner.query('CREATE TABLE request_log (LIKE request_log_before INCLUDING ALL EXCLUDING INDEXES)');
    await copyRows(runner, 'request_log_before', 'request_log');
    await runner.query('DROP TABLE request_log_before');
    for (const statement of indexes) await runner.query(statement);
    await runner.query('ALTER TABLE request_log ADD PRIMARY KEY (request_id)');
    await runner.query('CREATE INDEX request_log_time ON request_log (at, request_id)');
    await runner.query('DROP FUNCTION make_request_log_partitions, drop_request_log_partitions');
    await runner.query('ANALYZE request_log');
  }
}

async function beginMove(runner: QueryRunner): Promise<string[]> {
  await runner.query('LOCK TABLE request_log IN ACCESS EXCLUSIVE MODE');
  const indexes = await indexesOf(runner, 'request_log', [
    'request_log_pkey',
    'request_log_time',
    'request_log_request',
  ]);
  await runner.query('ALTER TABLE request_log RENAME TO request_log_before');
  await runner.query('ALTER TABLE request_log_before DROP CONSTRAINT request_log_pkey');
  return indexes;
}

/** Today, the next seven days, and days of rows in the default partition. Returns how many it made. */
const MAKE_LOG_PARTITIONS = `
  CREATE FUNCTION make_request_log_partitions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = gateway, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
  DECLARE
    day timestamptz;
    days timestamptz[];
    made integer := 0;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('partitions of request_log'));
    -- All before the first is made: a table that is being read cannot be changed.
    days := ARRAY(
      SELECT generate_series(date_trunc('day', now()), date_trunc('day', now()) + interval '7 days', interval '1 day')
      UNION SELECT date_trunc('day', at) FROM request_log_default ORDER BY 1
    );
    FOREACH day IN ARRAY days LOOP
      made := made + make_partition('request_log', 'at', day, day + interval '1 day', to_char(day, '_YYYY_MM_DD'));
    END LOOP;
    RETURN made;
  END $$`;

/** Drops the oldest expired day once no transaction reads the table. Returns 1, or 0 if there is none. */
const DROP_LOG_PARTITIONS = `
  CREATE FUNCTION drop_request_log_partitions(kept_days integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = gateway, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
  DECLARE
    partition name;
  BEGIN
    IF kept_days < 1 THEN RAISE EXCEPTION 'The request log is kept for a day at least'; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('partitions of request_log'));
    SELECT relname INTO partition FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'request_log'::regclass AND relname <> 'request_log_default'
      AND right(relname, 10) <= to_char(now() - make_interval(days => kept_days + 1), 'YYYY_MM_DD')
    ORDER BY relname LIMIT 1;
    IF partition IS NULL THEN RETURN 0; END IF;
    EXECUTE format('DROP TABLE %I', partition);
    RETURN 1;
  END $$`;

const MAKE_PARTITIONS_OF_MOVED = `
  SELECT make_partition('request_log', 'at', day AT TIME ZONE 'UTC', (day + interval '1 day') AT TIME ZONE 'UTC', to_char(day, '_YYYY_MM_DD'))
  FROM (SELECT DISTINCT date_trunc('day', at AT TIME ZONE 'UTC') AS day FROM request_log_before) AS days ORDER BY day`;
