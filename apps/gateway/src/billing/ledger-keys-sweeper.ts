import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';

/** Forgets the keys of charges that cannot come again, an hour of the ledger at a time. */
export const ledgerKeysSweeper = sweeper({
  name: 'old keys of the ledger',
  everyMs: 60 * 60_000,
  inject: [DataSource, CONFIG],
  sweep: async (dataSource, config: Pick<GatewayConfig, 'REQUEST_LOG_KEPT_DAYS'>, signal) => {
    for (let forgets = true; forgets && !signal.aborted;) {
      // The log of requests finds their charges by the keys.
      const [row] = await dataSource.query<{ forgets: boolean | null }[]>('SELECT forget_ledger_keys($1) AS forgets', [
        config.REQUEST_LOG_KEPT_DAYS,
      ]);
      forgets = row?.forgets === true;
    }
  },
});
