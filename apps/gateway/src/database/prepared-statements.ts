import { hash } from 'node:crypto';
import { databaseQueries } from '@shipyard/platform';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';

/** A request waits for them. One that has not been answered by then may still be done, and its connection is given up. */
const ANSWERED_WITHIN_MS = 10_000;

/**
 * Sends the statements that run all the time: Postgres parses and plans them once a connection, which takes longer than to run them,
 * and TypeORM's events are left out.
 */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  /** `pool` answers the connections, which may not be there before the first statement. */
  constructor(private readonly pool: () => Pick<Pool, 'query'>) {}

  async query<Row extends QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    databaseQueries.inc();
    const asked: QueryConfig & { query_timeout: number } = {
      name: this.nameOf(statement),
      text: statement,
      values,
      query_timeout: ANSWERED_WITHIN_MS,
    };
    const { rows } = await this.pool().query<Row>(asked);
    return rows;
  }

  private nameOf(statement: string): string {
    const known = this.names.get(statement);
    if (known !== undefined) return known;
    // Connections are shared, and a name means one text on each.
    const name = hash('sha1', statement);
    this.names.set(statement, name);
    return name;
  }
}
