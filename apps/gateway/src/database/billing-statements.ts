import type { Logger } from '@shipyard/platform';
import { Pool } from 'pg';
import { PreparedStatements } from './prepared-statements';

/** One for each statement that billing has under way at once, and two for heartbeats and what is looked up. */
const CONNECTIONS = 10;
const CONNECTED_WITHIN_MS = 5_000;

/**
 * The statements of charges, holds and heartbeats. They have connections of their own: whatever operators list and customers submit, a charge never waits
 * for a connection, and a living process never looks dead.
 */
export class BillingStatements extends PreparedStatements {
  private readonly connections: Pool;

  /** Not connected yet. `timeLimitMs` is for one statement. */
  constructor(url: string, timeLimitMs: number, logger: Logger) {
    const connections = new Pool({
      connectionString: url,
      application_name: 'gateway-billing',
      options: '-c search_path=gateway',
      max: CONNECTIONS,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTED_WITHIN_MS,
      statement_timeout: timeLimitMs,
    });
    connections.on('error', (error) => logger.warn({ err: error }, 'A database connection was lost'));
    super(() => connections);
    this.connections = connections;
  }

  end(): Promise<void> {
    return this.connections.end();
  }
}
