import { revertMigration } from '@shipyard/platform/database';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';

interface Table {
  id: number;
  name: string;
  scans: number;
  isClosed: boolean;
}

/**
 * Reverts all migrations down to `first`, applies them again, and returns the tables that each scans while it keeps readers
 * out of them. No rows are needed: Postgres counts the scan of an empty table too.
 */
export async function scansBehindLocks(dataSource: DataSource, first: string): Promise<string[]> {
  const pending: (string | null)[] = [];
  for (let name: string | null = null; name !== first; pending.push(name)) {
    name = await revertMigration(dataSource);
    if (name === null) throw new Error(`There is no migration ${first}`);
  }
  const found: string[] = [];
  for (const migration of dataSource.migrations.filter(({ constructor }) => pending.includes(constructor.name)))
    for (const table of await scansOf(migration, dataSource)) found.push(`${migration.constructor.name} ${table}`);
  return found;
}

async function scansOf(migration: MigrationInterface, dataSource: DataSource): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    // Without a transaction, each statement holds its own locks, and CONCURRENTLY keeps nobody out.
    if (migration.transaction === false) {
      await migration.up(runner);
      return [];
    }
    await runner.startTransaction();
    // On empty tables, Postgres would scan where it would use an index on large ones.
    await runner.query('SET LOCAL enable_seqscan = off');
    const before = new Map((await readTables(runner)).map(({ id, scans }) => [id, scans]));
    await migration.up(runner);
    const after = await readTables(runner);
    await runner.commitTransaction();
    // A table that the migration created has no readers yet.
    return after
      .filter(({ id, scans, isClosed }) => isClosed && scans > (before.get(id) ?? scans))
      .map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

const readTables = (runner: QueryRunner): Promise<Table[]> =>
  runner.query(
    `SELECT relid::integer AS id, relname AS name, seq_scan::integer AS scans, EXISTS (
       SELECT FROM pg_locks WHERE relation = relid AND pid = pg_backend_pid() AND mode = 'AccessExclusiveLock') AS "isClosed"
     FROM pg_stat_xact_user_tables WHERE schemaname = current_schema() ORDER BY relname`,
  ) as Promise<Table[]>;
