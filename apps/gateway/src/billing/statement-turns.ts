import type { PreparedStatements } from '../database/prepared-statements';
import type { QueryResultRow } from 'pg';

/**
 * At most `most` statements at once, first come first served. A customer's queue sends one at a time, so customers take
 * turns, and a locked row keeps no more than one connection busy.
 */
export class StatementTurns implements Pick<PreparedStatements, 'query'> {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private free: number,
  ) {}

  async query<Row extends QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await this.statements.query<Row>(statement, values);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
