import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';

const EVERY_MS = 60 * 60_000;
const SWEPT_AT_ONCE = 5_000;

/** Removes what was counted of budgets in windows that began more than BUDGET_WINDOWS_KEPT_DAYS ago. Runs in the worker. */
@Injectable()
export class BudgetWindowsSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'BUDGET_WINDOWS_KEPT_DAYS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('old budget windows', EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      [, swept] = await this.dataSource.query<[unknown, number]>(SWEEP, [this.config.BUDGET_WINDOWS_KEPT_DAYS]);
    }
  }
}

/** Spares windows that a hold or the reservation of a dead process still counts in. */
const SWEEP = `
  DELETE FROM budget_windows WHERE (key_id, starts_at) IN (
    SELECT key_id, starts_at FROM budget_windows old
    WHERE starts_at < now() - make_interval(days => $1) AND held_nano = 0
      AND NOT EXISTS (SELECT FROM hold_blocks WHERE key_id = old.key_id AND window_starts_at = old.starts_at)
      AND NOT EXISTS (SELECT FROM holds WHERE key_id = old.key_id AND window_starts_at = old.starts_at)
    LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED
  )`;
