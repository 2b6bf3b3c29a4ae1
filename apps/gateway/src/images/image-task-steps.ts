import { Inject, Injectable } from '@nestjs/common';
import type { HttpError } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { TaskHoldsService } from '../billing/task-holds.service';
import { ProcessBeatsService } from '../processes/process-beats.service';
import { CONFIG, type GatewayConfig } from '../config';
import { ImageTask } from './image-task.entity';

/** The steps of a task's row in the worker. Each is a compare-and-set that says whether this process took it. */
@Injectable()
export class ImageTaskSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly holds: TaskHoldsService,
    private readonly beats: ProcessBeatsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  find(taskId: string): Promise<ImageTask | null> {
    return this.dataSource.manager.findOneBy(ImageTask, { id: taskId });
  }

  /** `pending` becomes `running` in this process's hands. */
  async claim(taskId: string): Promise<boolean> {
    // Without a first sign of life of this process, its claim would look like that of a dead one.
    await this.beats.start({ serves: false });
    const { affected } = await this.dataSource.manager.update(
      ImageTask,
      { id: taskId, status: 'pending' },
      { status: 'running', step: 'submitting', processId: this.beats.processId, startedAt: new Date() },
    );
    return affected === 1;
  }

  async succeed(taskId: string, routeId: string, expiresAt: Date): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      ImageTask,
      { id: taskId, status: 'running', processId: this.beats.processId },
      { status: 'succeeded', step: null, routeId, finishedAt: new Date(), expiresAt },
    );
    return affected === 1;
  }

  /** Fails a task that this process works on. */
  fail(taskId: string, error: HttpError): Promise<boolean> {
    return this.failWhere(taskId, error, 'process_id = $4::uuid');
  }

  /** Fails a task whose process is dead, or which this process owns and does not work on. False when its owner lives. */
  failOrphan(taskId: string, error: HttpError): Promise<boolean> {
    const dead = `NOT EXISTS (
      SELECT FROM processes WHERE id = process_id AND beaten_at > now() - make_interval(secs => ${this.config.PROCESS_DEAD_AFTER_SECONDS}))`;
    return this.failWhere(taskId, error, `(process_id = $4::uuid OR ${dead})`);
  }

  /** When a task that ends now is forgotten. */
  expiry(): Date {
    return new Date(Date.now() + this.config.IMAGE_TASK_TTL_SECONDS * 1_000);
  }

  private failWhere(taskId: string, { code, message }: HttpError, owned: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const failed = await manager.query<{ hold_id: string }[]>(
        `WITH failed AS (
          UPDATE image_tasks
          SET status = 'failed', step = NULL, error_code = $2, error_message = $3, finished_at = now(), expires_at = $5
          WHERE id = $1 AND status = 'running' AND ${owned}
          RETURNING hold_id
        ) SELECT hold_id FROM failed`,
        [taskId, code, message, this.beats.processId, this.expiry()],
      );
      await this.holds.release(manager, failed.map(({ hold_id }) => hold_id));
      return failed.length > 0;
    });
  }
}
