import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';

const EVERY_MS = 60 * 60_000;
const SWEPT_AT_ONCE = 1_000;

/** Removes finished image tasks with their purchases after IMAGE_TASKS_KEPT_DAYS, a few at a time. What they cost stays in the ledger. Runs in the worker. */
@Injectable()
export class ImageHistorySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'IMAGE_TASKS_KEPT_DAYS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Sweep('old image tasks', EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
      swept = await this.dataSource.transaction(async (manager) => {
        const tasks = await manager.query<{ id: string }[]>(OLD_TASKS, [this.config.IMAGE_TASKS_KEPT_DAYS]);
        const ids = tasks.map(({ id }) => id);
        await manager.query('DELETE FROM image_purchases WHERE task_id = ANY ($1)', [ids]);
        await manager.query('DELETE FROM image_tasks WHERE id = ANY ($1)', [ids]);
        return ids.length;
      });
    }
  }
}

/** Those whose hold is gone and whose pictures were removed. */
const OLD_TASKS = `
  SELECT id FROM image_tasks
  WHERE swept_at IS NOT NULL AND finished_at < now() - make_interval(days => $1)
    AND NOT EXISTS (SELECT FROM image_files WHERE task_id = image_tasks.id) AND NOT EXISTS (SELECT FROM holds WHERE task_id = image_tasks.id)
  ORDER BY finished_at LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED`;
