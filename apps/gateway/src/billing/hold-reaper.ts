import { plannedOnce } from '@shipyard/platform/database';
import { LOGGER, type Logger } from '@shipyard/platform/logger';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import { canJudgeDead, HeartbeatsService } from '../processes';
import { GIVE_BACK } from './give-back';

/** Every process releases the holds of processes whose heartbeats stopped. */
export const holdReaper = sweeper({
  name: 'dead holds',
  inject: [DataSource, HeartbeatsService, CONFIG, LOGGER],
  everyMs: (_, heartbeats) => heartbeats.heartbeatMs,
  async sweep(dataSource, heartbeats, config: Pick<GatewayConfig, 'PROCESS_DEAD_AFTER_SECONDS'>, logger: Logger) {
    const released = await dataSource.query<{ process_id: string }[]>(REAP, [
      config.PROCESS_DEAD_AFTER_SECONDS,
      heartbeats.processId,
    ]);
    if (released.length > 0) logger.warn({ holds: released.length }, 'The holds of a dead process were released');
  },
});

// The process row is deleted a round later, so that a reservation being written meanwhile still finds it.
const REAP = plannedOnce(`
  WITH dead AS (
    SELECT id FROM processes
    WHERE beaten_at < now() - make_interval(secs => $1::int) AND ${canJudgeDead('$2', '$1')}
    FOR UPDATE SKIP LOCKED
  ), customer AS (
    SELECT id FROM customers WHERE id IN (SELECT customer_id FROM hold_blocks WHERE process_id IN (SELECT id FROM dead))
    ORDER BY id FOR NO KEY UPDATE
  ), released AS (
    DELETE FROM hold_blocks USING customer
    WHERE process_id IN (SELECT id FROM dead) AND hold_blocks.customer_id = customer.id
    RETURNING process_id, customer_id, key_id, window_starts_at, amount_nano
  ), ${GIVE_BACK}, cleared AS (
    DELETE FROM processes WHERE id IN (SELECT id FROM dead) AND NOT EXISTS (SELECT FROM hold_blocks WHERE process_id = processes.id)
  )
  SELECT process_id FROM released`);
