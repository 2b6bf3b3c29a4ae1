import { hash } from 'node:crypto';
import { databaseQueries } from '@shipyard/platform/metrics';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';

/** After this the connection is given up, though the statement may still be executed. */
const ANSWERED_WITHIN_MS = 10_000;

/** Postgres plans frequent statements once per connection. Skips TypeORM's events. */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  /** `pool` is called lazily, because the pool may not exist before the first statement. */
  constructor(private readonly pool: () => Pick<Pool, 'query'>) {}

  async query<Row extends QueryResultRow>(
    statement: string,
    values: unknown[],
    answeredWithinMs = ANSWERED_WITHIN_MS,
  ): Promise<Row[]> {
    databaseQueries.inc();
    const asked: QueryConfig & { query_timeout: number } = {
      name: this.nameOf(statement),
      text: statement,
      values,
      query_timeout: answeredWithinMs,
    };
    const { rows } = await this.pool().query<Row>(asked);
    return rows;
  }

  private nameOf(statement: string): string {
    const known = this.names.get(statement);
    if (known !== undefined) return known;
    // All connections share the names, so a name must mean one text.
    const name = hash('sha1', statement);
    this.names.set(statement, name);
    return name;
  }
}
