import { Inject, Injectable } from '@nestjs/common';
import type { HttpError } from '@shipyard/http';
import { retryDuringOutage } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource, Not } from 'typeorm';
import { supplierCost } from '../../billing';
import { CONFIG, type GatewayConfig, LOGGER } from '../../config';
import type { ModelRoute } from '../../models';
import { canJudgeDead, HeartbeatsService } from '../../processes';
import type { ImageFile } from '../files/image-file.entity';
import { PollSlotsService } from '../poll-slots.service';
import { ImagePurchase } from './image-purchase.entity';
import type { ImageTask } from './image-task.entity';
import { readTaskOffers, type TaskOffer } from './image-task-terms';
import { purchaseRetry } from '../purchase-retry';

const FIRST_PATIENCE_MS = 1_000;
const LONGEST_PATIENCE_MS = 60_000;

export interface PurchasePlan {
  /** The task becomes one of its model. */
  offer: TaskOffer;
  route: ModelRoute;
  keyFingerprint: string | null;
  counts: number[];
}

export interface PurchaseEnd {
  step: 'refused' | 'failed' | 'lost';
  error: Pick<HttpError, 'code' | 'message'>;
}

/** Each step is a compare-and-set that returns whether it applied. */
@Injectable()
export class ImagePurchasesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly heartbeats: HeartbeatsService,
    private readonly pollSlots: PollSlotsService,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  offersOf(task: ImageTask): Promise<TaskOffer[]> {
    return readTaskOffers(this.dataSource.manager, task);
  }

  ofTask(taskId: string): Promise<ImagePurchase[]> {
    return this.dataSource.manager.find(ImagePurchase, {
      where: { taskId, step: Not('refused') },
      order: { position: 'ASC' },
    });
  }

  /** Null if another process has the task, it is bought, or its customer is suspended. */
  async begin(
    task: Pick<ImageTask, 'id'>,
    { offer, route, keyFingerprint, counts }: PurchasePlan,
  ): Promise<ImagePurchase[] | null> {
    // Without a heartbeat, this process would look dead.
    await this.heartbeats.start({ serves: false });
    const unitCostNano = supplierCost(route, [{ unitType: 'image', units: 1 }]);
    const purchases = counts.map((imageCount, position) =>
      this.dataSource.manager.create(ImagePurchase, {
        id: uuidv7(),
        taskId: task.id,
        position,
        imageCount,
        step: 'submitting',
        processId: this.heartbeats.processId,
        routeId: route.id,
        supplierId: route.supplierId,
        upstreamModel: route.upstreamModel,
        keyFingerprint,
        unitCostNano,
      }),
    );
    const begun = await this.dataSource.query<unknown[]>(BEGIN, [
      task.id,
      this.heartbeats.processId,
      this.config.PROCESS_DEAD_AFTER_SECONDS,
      purchases.map(({ id }) => id),
      counts,
      route.id,
      route.supplierId,
      route.upstreamModel,
      keyFingerprint,
      unitCostNano?.toString() ?? null,
      offer.model,
      offer.size,
      offer.unit_price_nano,
      offer.quality,
      offer.prices && JSON.stringify(offer.prices),
    ]);
    return begun.length === purchases.length ? purchases : null;
  }

  submitted({ id }: ImagePurchase, jobId: string): Promise<boolean> {
    return this.write(SUBMITTED, [id, this.heartbeats.processId, jobId]);
  }

  async awaitSlot({ id, supplierId }: ImagePurchase, failedPolls = 0): Promise<void> {
    const slot = await this.pollSlots.nextSlot(supplierId, 'task');
    const patienceMs =
      failedPolls === 0 ? 0 : Math.min(FIRST_PATIENCE_MS * 2 ** (failedPolls - 1), LONGEST_PATIENCE_MS);
    const pollAt = new Date(Math.max(slot.getTime(), Date.now() + patienceMs));
    await this.dataSource.manager.update(ImagePurchase, { id, step: 'submitted' }, { pollAt, failedPolls });
  }

  /** Assigns the stored images to the task. Returns false if the purchase was abandoned meanwhile. */
  drawn({ id }: ImagePurchase, files: ImageFile[], keptUntil: Date): Promise<boolean> {
    return this.write(DRAWN, [id, this.heartbeats.processId, files.map((file) => file.id), keptUntil]);
  }

  ended({ id }: ImagePurchase, { step, error }: PurchaseEnd): Promise<boolean> {
    return this.write(ENDED, [id, this.heartbeats.processId, step, error.code, error.message]);
  }

  /** Gives up purchases without a living submitter, and returns their number. */
  async loseOrphans(taskId: string, { code, message }: PurchaseEnd['error']): Promise<number> {
    const deadAfterSeconds = this.config.PROCESS_DEAD_AFTER_SECONDS;
    const lost = await this.dataSource.query<unknown[]>(LOSE, [
      taskId,
      this.heartbeats.processId,
      deadAfterSeconds,
      code,
      message,
    ]);
    return lost.length;
  }

  private write(statement: string, values: unknown[]): Promise<boolean> {
    return retryDuringOutage(
      async () => (await this.dataSource.query<unknown[]>(statement, values)).length > 0,
      purchaseRetry(this.logger),
    );
  }
}

const IS_DEAD = (process: string, deadAfterSeconds: string) =>
  `NOT EXISTS (SELECT FROM processes WHERE id = ${process} AND beaten_at > now() - make_interval(secs => ${deadAfterSeconds}::int))`;

// Each ends in a SELECT, because TypeORM returns the rows of an UPDATE in another shape.
const BEGIN = `
  WITH task AS (
    UPDATE image_tasks SET status = 'running', process_id = $2::uuid, route_id = $6::uuid, started_at = COALESCE(started_at, now()),
      model_id = $11, size = $12, unit_price_nano = $13::bigint
    WHERE id = $1 AND (
      status = 'pending' OR (status = 'running' AND (process_id IS NULL OR process_id = $2::uuid OR ${IS_DEAD('process_id', '$3')}))
    ) AND NOT EXISTS (SELECT FROM image_purchases WHERE task_id = $1 AND step <> 'refused')
      AND EXISTS (SELECT FROM customers WHERE customers.id = image_tasks.customer_id AND status = 'active')
    RETURNING id
  ), taken AS (
    UPDATE image_task_terms SET quality = $14::text, prices = $15::jsonb FROM task WHERE task_id = task.id AND offers IS NOT NULL
  ), begun AS (
    INSERT INTO image_purchases (id, task_id, position, image_count, process_id, route_id, supplier_id, upstream_model, key_fingerprint, unit_cost_nano)
    SELECT call.id, task.id, call.place - 1, call.count, $2::uuid, $6::uuid, $7, $8, $9, $10::bigint
    FROM task, unnest($4::uuid[], $5::integer[]) WITH ORDINALITY AS call (id, count, place)
    RETURNING id
  ) SELECT id FROM begun`;

// Idempotent: sent again after a lost reply, each returns the same result.
const SUBMITTED = `
  WITH changed AS (
    UPDATE image_purchases SET step = 'submitted', job_id = $3, poll_at = now()
    WHERE id = $1::uuid AND process_id = $2::uuid AND (step = 'submitting' OR (step = 'submitted' AND job_id = $3))
    RETURNING id
  ) SELECT id FROM changed`;

const DRAWN = `
  WITH changed AS (
    UPDATE image_purchases SET step = 'drawn', drawn_count = cardinality($3::uuid[]), poll_at = NULL, ended_at = now()
    WHERE id = $1::uuid AND (step = 'submitted' OR (step = 'submitting' AND process_id = $2::uuid))
    RETURNING task_id, position
  ), adopted AS (
    UPDATE image_files SET task_id = changed.task_id, position = changed.position * 10 + file.place - 1, expires_at = $4
    FROM changed, unnest($3::uuid[]) WITH ORDINALITY AS file (id, place)
    WHERE image_files.id = file.id
  )
  SELECT task_id FROM changed UNION ALL SELECT task_id FROM image_files WHERE id = ANY ($3::uuid[]) AND task_id IS NOT NULL LIMIT 1`;

const ENDED = `
  WITH changed AS (
    UPDATE image_purchases SET step = $3, error_code = $4, error_message = $5, poll_at = NULL, ended_at = now()
    WHERE id = $1::uuid AND (step = 'submitted' OR (step = 'submitting' AND process_id = $2::uuid))
    RETURNING id
  ) SELECT id FROM changed`;

const LOSE = `
  WITH changed AS (
    UPDATE image_purchases SET step = 'lost', error_code = $4, error_message = $5, ended_at = now()
    WHERE task_id = $1 AND step = 'submitting' AND (process_id = $2::uuid OR (${canJudgeDead('$2', '$3')} AND ${IS_DEAD('process_id', '$3')}))
    RETURNING id
  ) SELECT id FROM changed`;
