import { revertMigration } from '@shipyard/platform/database';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { breaksBetween, readShape, type SchemaShape } from './migration-breaks';

interface Table {
  id: number;
  name: string;
  scans: number;
  isClosed: boolean;
}

export interface MigrationFaults {
  /** Tables that a migration scans while it keeps readers out of them. */
  scans: string[];
  /** What keeps the version before from serving beside the new one. */
  breaks: string[];
}

/**
 * Reverts all migrations down to `first`, applies them again, and returns what each does to those who are served meanwhile.
 * No rows are needed: Postgres counts the scan of an empty table too.
 */
export async function faultsOfMigrations(dataSource: DataSource, first: string): Promise<MigrationFaults> {
  const pending: (string | null)[] = [];
  for (let name: string | null = null; name !== first; pending.push(name)) {
    name = await revertMigration(dataSource);
    if (name === null) throw new Error(`There is no migration ${first}`);
  }
  const faults: MigrationFaults = { scans: [], breaks: [] };
  for (const migration of dataSource.migrations.filter(({ constructor }) => pending.includes(constructor.name))) {
    const { name } = migration.constructor;
    const before = await shapeOf(dataSource);
    for (const table of await scansOf(migration, dataSource)) faults.scans.push(`${name} ${table}`);
    for (const fault of breaksBetween(before, await shapeOf(dataSource))) faults.breaks.push(`${name} ${fault}`);
  }
  return faults;
}

async function shapeOf(dataSource: DataSource): Promise<SchemaShape> {
  const runner = dataSource.createQueryRunner();
  try {
    return await readShape(runner);
  } finally {
    await runner.release();
  }
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
