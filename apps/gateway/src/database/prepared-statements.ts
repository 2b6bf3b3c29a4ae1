import { hash } from 'node:crypto';
import { closeIdle, isGivenUp, sqlState } from '@shipyard/platform/database';
import { databaseQueries } from '@shipyard/platform/metrics';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';

/** After this the connection is given up, though the statement may still be executed. */
const ANSWERED_WITHIN_MS = 10_000;

/** This session does not know the name, or another client has used it. Either way nothing was executed. */
const NAME_REFUSED = ['26000', '42P05'];

/** Postgres plans frequent statements once per connection. Skips TypeORM's events. */
export class PreparedStatements {
  private readonly names = new Map<string, string>();
  /** Behind a pooler that gives each transaction another session, without keeping names. Found out by itself. */
  private isPooled = false;

  /** `pool` is called lazily, because the pool may not exist before the first statement. */
  constructor(private readonly pool: () => Pick<Pool, 'query' | 'idleCount' | 'connect'>) {}

  async query<Row extends QueryResultRow>(
    statement: string,
    values: unknown[],
    answeredWithinMs = ANSWERED_WITHIN_MS,
  ): Promise<Row[]> {
    try {
      return await this.send<Row>(statement, values, answeredWithinMs);
    } catch (error) {
      if (isGivenUp(error)) closeIdle(this.pool());
      throw error;
    }
  }

  private async send<Row extends QueryResultRow>(
    statement: string,
    values: unknown[],
    answeredWithinMs: number,
  ): Promise<Row[]> {
    databaseQueries.inc();
    const asked: QueryConfig & { query_timeout: number } = {
      text: statement,
      values,
      query_timeout: answeredWithinMs,
    };
    if (this.isPooled) return (await this.pool().query<Row>(asked)).rows;
    try {
      return (await this.pool().query<Row>({ ...asked, name: this.nameOf(statement) })).rows;
    } catch (error) {
      if (!NAME_REFUSED.includes(sqlState(error) ?? '')) throw error;
      this.isPooled = true;
      return (await this.pool().query<Row>(asked)).rows;
    }
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
