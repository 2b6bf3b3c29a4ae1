import { IDLE_FOR_MS } from '@shipyard/platform/database';
import { watchPool } from '@shipyard/platform/debug';
import type { Logger } from '@shipyard/platform/logger';
import { Pool } from 'pg';
import { PreparedStatements } from './prepared-statements';

/** Eight for the queues of customers, and two for heartbeats and lookups. */
const CONNECTIONS = 10;
const CONNECTED_WITHIN_MS = 5_000;

/** Uses its own connection pool, so that no charge waits for a report, and a live process never looks dead. */
export class BillingStatements extends PreparedStatements {
  private readonly connections: Pool;

  constructor(url: string, timeLimitMs: number, logger: Logger) {
    const connections = new Pool({
      connectionString: url,
      application_name: 'gateway-billing',
      options: '-c search_path=gateway',
      max: CONNECTIONS,
      keepAlive: true,
      idleTimeoutMillis: IDLE_FOR_MS,
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
      statement_timeout: timeLimitMs,
    });
    connections.on('error', (error) => logger.warn({ err: error }, 'A database connection was lost'));
    watchPool('gateway-billing', () => connections);
    super(() => connections);
    this.connections = connections;
  }

  end(): Promise<void> {
    return this.connections.end();
  }
}
