import { getQueueToken } from '@nestjs/bullmq';
import { plannedOnce } from '@shipyard/platform/database';
import { LOGGER, type Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import { sweeper } from '@shipyard/platform/sweep';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { VARIANTS_QUEUE } from './variants.queue';

/** Few, so that a new header image waits for few others. */
const AT_ONCE = 8;

/** Queues images whose variants are wanted: new ones, those to try again, and those whose worker died. */
export const variantSweeper = sweeper({
  name: 'variants of images',
  everyMs: 2_000,
  inject: [DataSource, getQueueToken(VARIANTS_QUEUE), LOGGER],
  async sweep(dataSource, queue: Queue, logger: Logger) {
    const due = await dataSource.query<{ assetId: string }[]>(
      plannedOnce(`SELECT asset_id AS "assetId" FROM asset_variant_tasks WHERE status = 'pending' AND next_attempt_at <= now()
       ORDER BY is_header DESC, next_attempt_at LIMIT $1`),
      [AT_ONCE],
    );
    // The queue ignores a job that it still has.
    for (const job of due) if (!(await enqueue(queue, job, job.assetId, logger))) return;
  },
});
