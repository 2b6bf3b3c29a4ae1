import { Inject, Injectable } from '@nestjs/common';
import { poolOf } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { databaseQueries } from '@shipyard/platform/metrics';
import { sweeper } from '@shipyard/platform/sweep';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';
import { LongReads } from '../database/long-reads';
import { ledgerSealedUntil } from './billing.metrics';
import { NEXT_DAY, READ_WIDELY, spanOf, wrongRequests } from './ledger-checks';

const LIMIT_MS = 10 * 60_000;
const REPLY_LATER_MS = 2_000;
/** One call closes a day, the next sets the horizon. After the third no write of that day can be running. */
const CLOSING_CALLS = 3;
const SEALED_UNTIL = 'SELECT EXTRACT(epoch FROM max(day) + 1)::float8 AS until FROM ledger_seals';

/** Checks the rows of a past day once, then writes sums and a chained hash. Several workers may run it. */
@Injectable()
export class LedgerSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async seal(signal: AbortSignal): Promise<void> {
    const through = await this.close();
    if (through !== null) await this.sealThrough(through, signal);
    const [sealed] = await this.dataSource.query<{ until: number | null }[]>(SEALED_UNTIL);
    ledgerSealedUntil.set(sealed?.until ?? 0);
  }

  private async sealThrough(through: string, signal: AbortSignal): Promise<void> {
    for (let day = await this.next(through); day !== null && !signal.aborted; day = await this.next(through)) {
      const wrong = await this.longReads.read({ limitMs: LIMIT_MS }, async (ask) => {
        await ask(READ_WIDELY);
        return wrongRequests(ask, spanOf(day));
      });
      const ids = [...new Set(wrong.map(({ id }) => id))];
      if (ids.length > 0)
        this.logger.error(
          { day, requests: ids.length },
          'A day of the ledger has wrong rows: see GET /admin/reconciliation',
        );
      if (!(await this.sealDay(day, ids))) return;
    }
  }

  /** Returns the last day that can be sealed, or null if writes may still be under way. */
  private async close(): Promise<string | null> {
    let through: string | null = null;
    for (let call = 0; call < CLOSING_CALLS; call += 1) {
      const [row] = await this.dataSource.query<{ through: string | null }[]>(
        `SELECT to_char(close_ledger_days(), 'YYYY-MM-DD') AS through`,
      );
      through = row?.through ?? null;
    }
    return through;
  }

  private async next(through: string): Promise<string | null> {
    const [next] = await this.dataSource.query<{ day: string }[]>(NEXT_DAY, [through]);
    return next?.day ?? null;
  }

  private async sealDay(day: string, wrong: string[]): Promise<boolean> {
    const connection = await poolOf(this.dataSource).connect();
    let isDone = false;
    try {
      const isSealed = await sealWithin(connection, day, wrong);
      isDone = true;
      return isSealed;
    } finally {
      // A failed statement may still be running.
      connection.release(!isDone);
    }
  }
}

export const ledgerSweeper = sweeper({
  name: 'days of the ledger to seal',
  everyMs: 10 * 60_000,
  inject: [LedgerSealer],
  sweep: (sealer, signal) => sealer.seal(signal),
});

async function sealWithin(connection: PoolClient, day: string, wrong: string[]): Promise<boolean> {
  databaseQueries.inc(3);
  await connection.query('BEGIN');
  await connection.query(`SET LOCAL statement_timeout = ${LIMIT_MS}`);
  const asked = {
    text: 'SELECT seal_ledger_day($1::date, $2::text[]) AS sealed',
    values: [day, wrong],
    query_timeout: LIMIT_MS + REPLY_LATER_MS,
  };
  const { rows } = await connection.query<{ sealed: boolean }>(asked);
  await connection.query('COMMIT');
  return rows[0]?.sealed === true;
}
