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
  /** Lines of the schema that a migration does not restore when it is reverted and applied again. */
  unrestored: string[];
}

/**
 * Reverts all migrations down to `first`, applies them again, and returns what each does to those who are served meanwhile.
 * No rows are needed: Postgres counts the scan of an empty table too.
 */
export async function faultsOfMigrations(dataSource: DataSource, first: string): Promise<MigrationFaults> {
  const schemas = new Map<string, string[]>();
  for (let name: string | null = null; name !== first;) {
    const schema = await describeSchema(dataSource);
    name = await revertMigration(dataSource);
    if (name === null) throw new Error(`There is no migration ${first}`);
    schemas.set(name, schema);
  }
  const faults: MigrationFaults = { scans: [], breaks: [], unrestored: [] };
  for (const migration of dataSource.migrations) {
    const { name } = migration.constructor;
    const schema = schemas.get(name);
    if (schema === undefined) continue;
    const before = await shapeOf(dataSource);
    for (const table of await scansOf(migration, dataSource)) faults.scans.push(`${name} ${table}`);
    for (const fault of breaksBetween(before, await shapeOf(dataSource))) faults.breaks.push(`${name} ${fault}`);
    const after = await describeSchema(dataSource);
    const [lost, left] = [
      schema.filter((line) => !after.includes(line)),
      after.filter((line) => !schema.includes(line)),
    ];
    for (const line of lost) faults.unrestored.push(`${name} loses ${line}`);
    for (const line of left) faults.unrestored.push(`${name} leaves ${line}`);
  }
  return faults;
}

/** Without definitions of checks: a later migration validates one, and an older one may write it as it is now. */
async function describeSchema(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ line: string }[]>(
    `SELECT line FROM (
       SELECT format('column %s.%s %s %s %s', relation.relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) AS line
         FROM pg_attribute JOIN pg_class relation ON relation.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
         WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
       UNION ALL SELECT format('constraint %s %s', conrelid::regclass, conname) FROM pg_constraint
         WHERE connamespace = current_schema()::regnamespace
       UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = current_schema()
       UNION ALL SELECT 'trigger ' || pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class relation ON relation.oid = tgrelid
         WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
       UNION ALL SELECT format('function %s(%s)', proname, pg_get_function_identity_arguments(oid)) FROM pg_proc
         WHERE pronamespace = current_schema()::regnamespace AND proowner = current_user::regrole
     ) lines`,
  );
  return rows.map(({ line }) => line);
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
