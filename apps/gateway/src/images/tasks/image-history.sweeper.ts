import { inBatches, sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../../config';

const BATCH = 1_000;

/** Removes finished tasks after IMAGE_TASKS_KEPT_DAYS. Their cost stays in the ledger. Runs in the worker. */
export const imageHistorySweeper = sweeper({
  name: 'old image tasks',
  everyMs: 60 * 60_000,
  inject: [DataSource, CONFIG],
  sweep: (dataSource, config: Pick<GatewayConfig, 'IMAGE_TASKS_KEPT_DAYS'>) =>
    inBatches(BATCH, () =>
      dataSource.transaction(async (manager) => {
        const tasks = await manager.query<{ id: string }[]>(OLD_TASKS, [config.IMAGE_TASKS_KEPT_DAYS]);
        const ids = tasks.map(({ id }) => id);
        await manager.query('DELETE FROM image_purchases WHERE task_id = ANY ($1)', [ids]);
        await manager.query('DELETE FROM image_tasks WHERE id = ANY ($1)', [ids]);
        return ids.length;
      }),
    ),
});

const OLD_TASKS = `
  SELECT id FROM image_tasks
  WHERE swept_at IS NOT NULL AND finished_at < now() - make_interval(days => $1)
    AND NOT EXISTS (SELECT FROM image_files WHERE task_id = image_tasks.id) AND NOT EXISTS (SELECT FROM holds WHERE task_id = image_tasks.id)
  ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
