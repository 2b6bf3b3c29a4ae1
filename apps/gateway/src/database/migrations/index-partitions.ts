import type { QueryRunner } from 'typeorm';

/** Indexes the request log. Partitions that are added later get the index by themselves. No partition is locked against writes. */
export async function indexPartitions(runner: QueryRunner, index: string, columns: string): Promise<void> {
  await runner.query(`CREATE INDEX IF NOT EXISTS ${index} ON ONLY request_log ${columns}`);
  const partitions = (await runner.query(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'request_log'::regclass AND NOT EXISTS (
       SELECT FROM pg_inherits attached JOIN pg_index ON indexrelid = attached.inhrelid
       WHERE attached.inhparent = '${index}'::regclass AND indrelid = pg_class.oid)`,
  )) as { name: string }[];
  for (const { name } of partitions) {
    const part = name.replace('request_log', index);
    // What an interrupted build left behind is invalid.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS "${part}"`);
    await runner.query(`CREATE INDEX CONCURRENTLY "${part}" ON "${name}" ${columns}`);
    await runner.query(`ALTER INDEX ${index} ATTACH PARTITION "${part}"`);
  }
}
