import { hash } from 'node:crypto';
import { databaseQueries } from '@shipyard/platform';
import type { Pool, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/**
 * Sends the large statements that run all the time: Postgres parses and plans them once a connection, which takes longer than to run them,
 * and TypeORM's events are left out.
 */
export class PreparedStatements {
  private readonly names = new Map<string, string>();

  constructor(private readonly dataSource: DataSource) {}

  async query<Row extends QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    databaseQueries.inc();
    const { rows } = await this.pool.query<Row>({ name: this.nameOf(statement), text: statement, values });
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

  private get pool(): Pool {
    const { driver } = this.dataSource;
    if (!(driver instanceof PostgresDriver)) throw new Error('Statements can only be prepared in Postgres');
    // TypeORM does not say what it connects with.
    return driver.master as Pool;
  }
}
