import { getQueueToken } from '@nestjs/bullmq';
import { Injectable, Inject } from '@nestjs/common';
import { plannedOnce } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue } from '@shipyard/platform/queues';
import { inBatches, sweeper } from '@shipyard/platform/sweep';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { LOGGER } from '../config';
import { WEBHOOK_DELIVERIES, type WebhookDeliveryJob } from './webhook-deliveries.queue';

/** So a receiver that hangs leaves most of the worker to others. */
const MOST_PER_WEBHOOK = 10;
const MOST_AT_ONCE = 200;

/** Adds a job for each delivery whose time has come. A job that is there already stays as it is. */
@Injectable()
export class DueDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(getQueueToken(WEBHOOK_DELIVERIES)) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async enqueue(): Promise<void> {
    const due = await this.dataSource.query<{ id: string }[]>(FIND_DUE);
    for (const { id } of due)
      if (!(await enqueue<WebhookDeliveryJob>(this.queue, { deliveryId: id }, id, this.logger))) return;
  }
}

export const dueDeliveriesSweeper = sweeper({
  name: 'webhook deliveries that are due',
  everyMs: 2_000,
  inject: [DueDeliveries],
  sweep: (due) => due.enqueue(),
});

const FIND_DUE = plannedOnce(`
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY next_attempt_at) AS place
    FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at <= now()
  ) due
  WHERE place <= ${MOST_PER_WEBHOOK} ORDER BY place LIMIT ${MOST_AT_ONCE}`);

export const WEBHOOK_EVENTS_KEPT_DAYS = 90;
const BATCH = 1_000;

/** Deliveries go with their event. An event that is still true stays, so that it is not raised again. */
export const oldEventsSweeper = sweeper({
  name: 'old webhook events',
  everyMs: 60 * 60_000,
  inject: [DataSource],
  sweep: (dataSource) =>
    inBatches(BATCH, async () => {
      const [, deleted] = await dataSource.query<[unknown, number]>(DELETE_OLD);
      return deleted;
    }),
});

const DELETE_OLD = `
  DELETE FROM webhook_events WHERE id IN (
    SELECT id FROM webhook_events
    WHERE created_at < now() - interval '${WEBHOOK_EVENTS_KEPT_DAYS} days' AND (type <> 'balance.low' OR NOT is_open)
    LIMIT ${BATCH}
  )`;
