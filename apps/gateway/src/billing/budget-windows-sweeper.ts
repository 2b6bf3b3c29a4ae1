import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';

const BATCH = 5_000;

export const budgetWindowsSweeper = sweeper({
  name: 'old budget windows',
  everyMs: 60 * 60_000,
  inject: [DataSource, CONFIG],
  sweep: (dataSource, config: Pick<GatewayConfig, 'BUDGET_WINDOWS_KEPT_DAYS'>) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(DELETE_OLD, [config.BUDGET_WINDOWS_KEPT_DAYS]);
      return deleted;
    }),
});

/** Spares windows that a hold or the reservation of a dead process still counts in. */
const DELETE_OLD = `
  DELETE FROM budget_windows WHERE (key_id, starts_at) IN (
    SELECT key_id, starts_at FROM budget_windows old
    WHERE starts_at < now() - make_interval(days => $1) AND held_nano = 0
      AND NOT EXISTS (SELECT FROM hold_blocks WHERE key_id = old.key_id AND window_starts_at = old.starts_at)
      AND NOT EXISTS (SELECT FROM holds WHERE key_id = old.key_id AND window_starts_at = old.starts_at)
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )`;
