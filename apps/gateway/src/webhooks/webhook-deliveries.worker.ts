import { Processor, WorkerHost } from '@nestjs/bullmq';
import { beginWork, drainEndSignal } from '@shipyard/platform/in-flight';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import type { Job } from 'bullmq';
import { WEBHOOK_DELIVERIES, type WebhookDeliveryJob } from './webhook-deliveries.queue';
import { WebhookSendingService } from './webhook-sending.service';

/** One attempt per job. The sweeper adds a job for the next. The job of a dead worker is freed within seconds. */
@Processor(WEBHOOK_DELIVERIES, {
  concurrency: 50,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000,
})
export class WebhookDeliveriesWorker extends WorkerHost {
  constructor(private readonly sending: WebhookSendingService) {
    super();
  }

  async process(job: Job<WebhookDeliveryJob & JobData>): Promise<void> {
    const { deliveryId } = job.data;
    const endWork = beginWork();
    try {
      await requestContexts.run({ requestId: deliveryId }, () => this.sending.attempt(deliveryId, drainEndSignal));
    } finally {
      endWork();
    }
  }
}
