import type { DataSource } from 'typeorm';

/** Safe to run in several processes at once. */
export async function makePartitions(dataSource: DataSource): Promise<void> {
  // One transaction each, so that one failure does not prevent the other.
  await dataSource.query('SELECT make_ledger_partitions()');
  await dataSource.query('SELECT make_request_log_partitions()');
}

export function readPartitionEnds(dataSource: DataSource): Promise<{ table: string; until: number }[]> {
  return dataSource.query(ENDS);
}

const ENDS = `
  SELECT parent.relname AS table, EXTRACT(epoch FROM max((regexp_match(pg_get_expr(partition.relpartbound, partition.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz))::float8 AS until
  FROM pg_class parent JOIN pg_inherits ON inhparent = parent.oid JOIN pg_class partition ON partition.oid = inhrelid
  WHERE parent.oid IN ('ledger_entries'::regclass, 'request_log'::regclass) GROUP BY parent.relname`;
