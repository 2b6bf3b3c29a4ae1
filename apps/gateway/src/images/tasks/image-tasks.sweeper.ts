import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { plannedOnce } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue, missingJobs } from '@shipyard/platform/queues';
import { sweeper } from '@shipyard/platform/sweep';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { TaskHoldsService, type UnchargedHold } from '../../billing';
import { LOGGER } from '../../config';
import { ImageFilesService } from '../files/image-files.service';
import { IMAGE_TASKS, type ImageTaskJob } from './image-tasks.queue';

/** Looks for this many open tasks per round. */
const LOOKED_FOR_AT_ONCE = 500;
const FIRST: OpenTask = { id: '', queued_at: '-infinity' };

interface OpenTask {
  id: string;
  queued_at: string;
}

/** Behind the first tasks of every customer: how many of theirs are ahead is not known. */
const PRIORITY = 1_000;

/** Requeues lost tasks and removes expired data. Several workers may run it, because the queue knows its ids. */
@Injectable()
export class ImageTaskUpkeep {
  private last = FIRST;

  constructor(
    private readonly dataSource: DataSource,
    private readonly holds: TaskHoldsService,
    private readonly files: ImageFilesService,
    @InjectQueue(IMAGE_TASKS) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    while (await this.expire());
    while (await this.files.sweep());
    // Last, because it fails if the queue is unreachable.
    await this.requeue();
  }

  private async requeue(): Promise<void> {
    const open = await this.dataSource.query<OpenTask[]>(OPEN, [this.last.queued_at, this.last.id, LOOKED_FOR_AT_ONCE]);
    const ids = open.map(({ id }) => id);
    const lost = ids.length === 0 ? [] : await missingJobs(this.queue, ids);
    for (const id of lost)
      await enqueue<ImageTaskJob>(this.queue, { taskId: id }, id, this.logger, { priority: PRIORITY });
    if (lost.length > 0)
      await this.dataSource.query('UPDATE image_tasks SET queued_at = now() WHERE id = ANY ($1)', [lost]);
    this.last = open.length === LOOKED_FOR_AT_ONCE ? (open.at(-1) ?? FIRST) : FIRST;
  }

  private async expire(): Promise<boolean> {
    return (await this.holds.releaseUncharged('expired', (manager) => manager.query<UnchargedHold[]>(EXPIRE))) > 0;
  }
}

export const imageTasksSweeper = sweeper({
  name: 'image tasks',
  everyMs: 5_000,
  inject: [ImageTaskUpkeep],
  sweep: (tasks) => tasks.sweep(),
});

const OPEN = plannedOnce(`
  SELECT id, queued_at::text FROM image_tasks
  WHERE status IN ('pending', 'running') AND queued_at < now() - interval '15 seconds' AND (queued_at, id) > ($1::timestamptz, $2)
  ORDER BY queued_at, id LIMIT $3`);

const EXPIRE = plannedOnce(`
  WITH expired AS (
    UPDATE image_tasks SET swept_at = now(), prompt = '', user_label = NULL WHERE id IN (
      SELECT id FROM image_tasks WHERE swept_at IS NULL AND expires_at < now() LIMIT 200 FOR UPDATE SKIP LOCKED
    ) RETURNING hold_id, model_id, route_id, supplier_cost_nano
  ) SELECT * FROM expired`);
