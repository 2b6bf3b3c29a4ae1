import * as pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import {
  type AfterQueryEvent,
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntitySubscriberInterface,
  EventSubscriber,
  type Logger as QueryLogger,
  type ValueTransformer,
} from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { watchPool } from '../debug';
import { closeIdle } from './close-idle';
import type { Logger } from '../logger';
import { databaseQueries } from '../metrics';
import { nameMarkedStatements } from './planned-once';

export interface DatabaseOptions {
  url: string;
  schema: string;
  applicationName: string;
  entities: NonNullable<DataSourceOptions['entities']>;
  migrations: NonNullable<DataSourceOptions['migrations']>;
  logger: Logger;
  poolSize?: number;
  /** The limit of a statement and of an idle transaction. 0 means no limit, for schema changes. */
  timeLimitMs?: number;
}

/** Together with REPLY_LATER_MS, a silent Postgres costs a caller 10 s. */
export const CALL_TIME_LIMIT_MS = 8_000;
const JOB_TIME_LIMIT_MS = 30_000;
/** Postgres cancels a statement at its limit. If this much later no reply has come, it is silent. */
const REPLY_LATER_MS = 2_000;

/** Never logs the text of a statement, because parameters may be private. */
class QueryCounter implements QueryLogger {
  logQuery(): void {
    databaseQueries.inc();
  }

  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

/**
 * Closes a connection that is of no more use. After a missing reply Postgres may still execute the statement, but gets
 * no COMMIT. A connection that may only read stays so when Postgres takes writes again, here or elsewhere. A kept plan
 * whose columns have other types now is refused as long as the connection lasts.
 */
@EventSubscriber()
class SpentConnections implements EntitySubscriberInterface {
  async afterQuery({ error, queryRunner }: AfterQueryEvent): Promise<void> {
    if (!isGivenUp(error) && !SPENT.includes(sqlState(error) ?? '')) return;
    const connection = (await queryRunner.connect()) as PoolClient;
    void connection.end();
    if (isGivenUp(error)) closeIdle(poolOf(queryRunner.connection));
  }
}

const GIVEN_UP = 'Query read timeout';
/** Whether Postgres did not reply in time. */
export const isGivenUp = (error: unknown) => error instanceof Error && error.message === GIVEN_UP;

class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return snakeCase([...prefixes, customName ?? propertyName].join('_'));
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snakeCase(`${relationName}_${referencedColumnName}`);
  }
}

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** After the 10 s of pg, an idle process would connect anew for nearly each of its sweeps. */
export const IDLE_FOR_MS = 60_000;

export function createDataSource(options: DatabaseOptions): DataSource {
  const timeLimitMs = options.timeLimitMs ?? JOB_TIME_LIMIT_MS;
  const dataSource = new DataSource({
    type: 'postgres',
    // TypeORM would look for the package by its name, and a bundle holds it.
    driver: pg,
    url: options.url,
    schema: options.schema,
    applicationName: options.applicationName,
    entities: options.entities,
    migrations: options.migrations,
    subscribers: [SpentConnections],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logger: new QueryCounter(),
    connectTimeoutMS: 5_000,
    poolErrorHandler: (error: Error) => options.logger.warn({ err: error }, 'A database connection was lost'),
    extra: {
      max: options.poolSize ?? 10,
      keepAlive: true,
      idleTimeoutMillis: IDLE_FOR_MS,
      statement_timeout: timeLimitMs,
      idle_in_transaction_session_timeout: timeLimitMs,
      query_timeout: timeLimitMs && timeLimitMs + REPLY_LATER_MS,
      options: `-c search_path=${options.schema}`,
      verify: nameMarkedStatements,
    },
  });
  watchPool(options.applicationName, () => (dataSource.isInitialized ? poolOf(dataSource) : null));
  return dataSource;
}

/** Waits up to `waitMs` for a server that is starting. */
export async function connectDatabase(dataSource: DataSource, logger: Logger, waitMs = 30_000): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      logger.warn('Postgres is out of reach, trying again');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

export function poolOf({ driver }: DataSource): Pool {
  if (!(driver instanceof PostgresDriver)) throw new Error('This is no data source of Postgres');
  return driver.master as Pool;
}

export async function assertMigrated(dataSource: DataSource): Promise<void> {
  const isBehind = await dataSource.showMigrations().catch((error: unknown) => {
    // Without migrations, TypeORM tries to create its table, which the serving role may not.
    if (isInsufficientPrivilege(error)) return true;
    throw error;
  });
  if (isBehind) throw new Error("The database schema is older than this build: run this service's prepare.js first");
}

const isInsufficientPrivilege = (error: unknown) => sqlState(error) === '42501';

export async function revertMigration(dataSource: DataSource): Promise<string | null> {
  const [newest] = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
  if (newest) await dataSource.undoLastMigration();
  return newest?.name ?? null;
}

/**
 * Undoes the newest migration, or all down to the one whose name begins with `last`, and yields the name of each. Undoes
 * nothing if there is no such migration.
 */
export async function* revertMigrations(dataSource: DataSource, last: string | undefined): AsyncGenerator<string> {
  if (last !== undefined) {
    const done = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations WHERE starts_with(name, $1)', [
      last,
    ]);
    if (last === '' || done.length === 0)
      throw new Error(`No migration of this database has a name that begins with "${last}"`);
  }
  for (;;) {
    const name = await revertMigration(dataSource);
    yield name ?? 'nothing to revert';
    if (name === null || last === undefined || name.startsWith(last)) return;
  }
}

export async function migrate(dataSource: DataSource): Promise<void> {
  const lock = `migrations of ${dataSource.driver.schema ?? 'public'}`;
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock(hashtext($1))', [lock]);
    await dataSource.runMigrations();
  } finally {
    await runner.query('SELECT pg_advisory_unlock(hashtext($1))', [lock]).catch(() => undefined);
    await runner.release();
  }
}

const READ_ONLY = '25006';
const PLAN_OUTDATED = '0A000';
const SPENT = [READ_ONLY, PLAN_OUTDATED];
/** Postgres is out of reach or shutting down, lacks room or memory, cannot use its disk, or ends what is too slow. */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '58'];
const LOCK_NOT_AVAILABLE = '55P03';
const OUT_OF_REACH = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH']);

/** A failure that says nothing against the statement: what it asks for may succeed later. */
export class DatabaseUnavailable extends Error {}

/** Unreachable, shutting down, read-only or too slow, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  const code = codeOf(error);
  if (code !== null && OUT_OF_REACH.has(code)) return true;
  const state = sqlState(error);
  if (state === READ_ONLY || state === LOCK_NOT_AVAILABLE) return true;
  if (state !== null && UNAVAILABLE_CLASSES.includes(state.slice(0, 2))) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  return /connection terminated|query read timeout|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error|not queryable/i.test(
    error.message,
  );
}

/** The SQLSTATE that Postgres answered. Null if it did not answer. */
export function sqlState(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? code : null;
}

function codeOf(error: unknown): string | null {
  const { code } = error instanceof Error ? (error as { code?: unknown }) : {};
  return typeof code === 'string' ? code : null;
}

export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !sqlState(error)?.startsWith('23')) return null;
  const { constraint } = error as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : null;
}

export const bigintColumn: ValueTransformer = {
  to: (value: bigint | null | undefined) => value?.toString(),
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};
