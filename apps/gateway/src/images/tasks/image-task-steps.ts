import { Inject, Injectable } from '@nestjs/common';
import type { HttpError } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { TaskHoldsService, type UnchargedHold } from '../../billing';
import { CONFIG, type GatewayConfig } from '../../config';
import { MOST_NANO } from '../../money';
import { HeartbeatsService } from '../../processes';
import { raiseEvent } from '../../webhooks';
import { ImageTask } from './image-task.entity';

/** Each step is a compare-and-set, so it applies once. */
@Injectable()
export class ImageTaskSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly holds: TaskHoldsService,
    private readonly heartbeats: HeartbeatsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  find(taskId: string): Promise<ImageTask | null> {
    return this.dataSource.manager.findOneBy(ImageTask, { id: taskId });
  }

  async letGo(taskId: string): Promise<void> {
    await this.dataSource.manager.update(
      ImageTask,
      { id: taskId, status: 'running', processId: this.heartbeats.processId },
      { processId: null },
    );
  }

  /** The files outlive their last URL. */
  async succeed(taskId: string): Promise<void> {
    const { expiresAt } = this;
    await this.dataSource.transaction(async (manager) => {
      const values = [taskId, expiresAt, this.lastAddressEnds(expiresAt)];
      const [ended] = await manager.query<EndedTask[]>(SUCCEED, values);
      if (ended) await raiseFinished(manager, ended, null);
    });
  }

  async fail(taskId: string, { code, message }: Pick<HttpError, 'code' | 'message'>): Promise<void> {
    await this.holds.releaseUncharged('undelivered', async (manager) => {
      const ended = await manager.query<(UnchargedHold & EndedTask)[]>(FAIL, [taskId, code, message, this.expiresAt]);
      for (const each of ended) await raiseFinished(manager, each, { code, message });
      return ended;
    });
  }

  keptUntil(longestMs: number): Date {
    return this.lastAddressEnds(new Date(this.expiresAt.getTime() + longestMs));
  }

  private get expiresAt(): Date {
    return new Date(Date.now() + this.config.IMAGE_TASK_TTL_SECONDS * 1_000);
  }

  private lastAddressEnds(expiresAt: Date): Date {
    return new Date(expiresAt.getTime() + this.config.IMAGE_URL_TTL_SECONDS * 1_000);
  }
}

interface EndedTask {
  id: string;
  customer_id: string;
  key_id: string;
  model_id: string;
}

const raiseFinished = (
  manager: EntityManager,
  { id, customer_id, key_id, model_id }: EndedTask,
  error: Pick<HttpError, 'code' | 'message'> | null,
) =>
  raiseEvent(manager, {
    type: 'image_task.finished',
    subject: id,
    customerId: customer_id,
    data: { task_id: id, customer_id, key_id, model: model_id, status: error ? 'failed' : 'succeeded', error },
  });

/** The cost of what was drawn, or may have been. Null if any price is unknown. */
const SUPPLIER_COST = `(
  SELECT CASE WHEN count(*) = count(unit_cost_nano) THEN LEAST(COALESCE(sum(unit_cost_nano::numeric * COALESCE(drawn_count, image_count)), 0), ${MOST_NANO})::bigint END
  FROM image_purchases WHERE task_id = image_tasks.id AND step IN ('drawn', 'lost'))`;

const SUCCEED = `
  WITH ended AS (
    UPDATE image_tasks SET status = 'succeeded', process_id = NULL, supplier_cost_nano = ${SUPPLIER_COST}, finished_at = now(), expires_at = $2
    WHERE id = $1 AND status = 'running'
    RETURNING id, customer_id, key_id, model_id
  ), kept AS (
    UPDATE image_files SET expires_at = $3 FROM ended WHERE task_id = ended.id
  ) SELECT id, customer_id, key_id, model_id FROM ended`;

const FAIL = `
  WITH ended AS (
    UPDATE image_tasks SET status = 'failed', process_id = NULL, error_code = $2, error_message = $3, supplier_cost_nano = ${SUPPLIER_COST},
      started_at = COALESCE(started_at, now()), finished_at = now(), expires_at = $4
    WHERE id = $1 AND status IN ('pending', 'running')
    RETURNING id, customer_id, key_id, hold_id, model_id, route_id, supplier_cost_nano
  ) SELECT * FROM ended`;
