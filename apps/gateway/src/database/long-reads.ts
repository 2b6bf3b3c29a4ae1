import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { watchPool } from '@shipyard/platform/debug';
import type { Logger } from '@shipyard/platform/logger';
import { databaseQueries } from '@shipyard/platform/metrics';
import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';

/** For one page of a file, or a sum over weeks. */
export const REPORT_LIMIT_MS = 30_000;
const AT_ONCE = 4;
const CONNECTED_WITHIN_MS = 5_000;
/** If Postgres has not cancelled the statement by then, it does not answer at all. */
const REPLY_LATER_MS = 2_000;
/** A statement ends by itself this long after its process died or its client left. */
const ABANDONED_FOR_MS = 5_000;

export interface LongRead {
  limitMs: number;
  signal?: AbortSignalLike;
}

export type Ask = <Row extends QueryResultRow>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** Its own connections keep long reports from delaying other calls. */
@Injectable()
export class LongReads implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor(@Inject(CONFIG) config: GatewayConfig, @Inject(LOGGER) logger: Logger) {
    this.pool = new Pool({
      connectionString: config.GATEWAY_DATABASE_URL,
      application_name: 'gateway-reports',
      options: `-c search_path=gateway -c client_connection_check_interval=${ABANDONED_FOR_MS}`,
      max: AT_ONCE,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    });
    watchPool('gateway-reports', () => this.pool);
    this.pool.on('error', (error) => logger.warn({ err: error }, 'A database connection was lost'));
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.end();
  }

  /** All statements of `work` see one snapshot. It takes no lock that a write waits for. */
  async read<Result>({ limitMs, signal }: LongRead, work: (ask: Ask) => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    const connection = await this.pool.connect();
    const leave = () => void connection.end();
    const lost = () => undefined;
    connection.on('error', lost);
    signal?.addEventListener('abort', leave);
    let isDone = false;
    try {
      const ask = askWithin(connection, limitMs);
      await ask('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await ask(`SET LOCAL statement_timeout = ${limitMs}`);
      const result = await work(ask);
      await ask('COMMIT');
      isDone = true;
      return result;
    } finally {
      signal?.removeEventListener('abort', leave);
      connection.removeListener('error', lost);
      connection.release(!isDone);
    }
  }
}

function askWithin(connection: PoolClient, limitMs: number): Ask {
  return async <Row extends QueryResultRow>(statement: string, values: unknown[] = []) => {
    databaseQueries.inc();
    const asked: QueryConfig & { query_timeout: number } = {
      text: statement,
      values,
      query_timeout: limitMs + REPLY_LATER_MS,
    };
    return (await connection.query<Row>(asked)).rows;
  };
}
