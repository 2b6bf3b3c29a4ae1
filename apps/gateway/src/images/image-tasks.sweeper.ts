import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { enqueue, type Logger, Sweep } from '@shipyard/platform';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { type ForgoneHold, TaskHoldsService } from '../billing/task-holds.service';
import { LOGGER } from '../config';
import { ImageFilesService } from './image-files.service';
import { IMAGE_TASKS, type ImageTaskJob } from './image-tasks.queue';

const SWEEP_EVERY_MS = 5_000;

/**
 * Puts tasks back into the queue whose job may be lost, and clears away what has expired: holds, prompts, pictures.
 * Runs in the worker. A job that is not lost is not doubled: the queue ignores an id that it still keeps.
 */
@Injectable()
export class ImageTasksSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    private readonly holds: TaskHoldsService,
    private readonly files: ImageFilesService,
    @InjectQueue(IMAGE_TASKS) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.rounds = new Sweep('image tasks', SWEEP_EVERY_MS, () => this.sweep(), logger);
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }

  async sweep(): Promise<void> {
    await this.requeue();
    while (await this.expire());
    while (await this.files.sweep());
  }

  private async requeue(): Promise<void> {
    const lost = await this.dataSource.query<{ id: string }[]>(REQUEUE);
    for (const { id } of lost) await enqueue<ImageTaskJob>(this.queue, { taskId: id }, id, this.logger);
  }

  /** A task that nobody retrieved in its time costs nothing. Says whether there may be more. */
  private async expire(): Promise<boolean> {
    return (await this.holds.forgo((manager) => manager.query<ForgoneHold[]>(EXPIRE))) > 0;
  }
}

const REQUEUE = `
  WITH lost AS (
    UPDATE image_tasks SET queued_at = now() WHERE id IN (
      SELECT id FROM image_tasks
      WHERE status IN ('pending', 'running') AND queued_at < now() - interval '15 seconds'
      ORDER BY queued_at LIMIT 500 FOR UPDATE SKIP LOCKED
    ) RETURNING id
  ) SELECT id FROM lost`;

const EXPIRE = `
  WITH expired AS (
    UPDATE image_tasks SET swept_at = now(), prompt = '', user_label = NULL WHERE id IN (
      SELECT id FROM image_tasks WHERE swept_at IS NULL AND expires_at < now() LIMIT 200 FOR UPDATE SKIP LOCKED
    ) RETURNING hold_id, model_id, route_id, supplier_cost_nano
  ) SELECT * FROM expired`;
