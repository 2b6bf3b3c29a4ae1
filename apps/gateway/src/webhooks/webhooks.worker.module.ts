import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { WEBHOOK_DELIVERIES } from './webhook-deliveries.queue';
import { DueDeliveries, dueDeliveriesSweeper, oldEventsSweeper } from './webhook-deliveries-sweeper';
import { WebhookDeliveriesWorker } from './webhook-deliveries.worker';
import { WebhookSendingService } from './webhook-sending.service';

@Module({
  imports: [queueModule(WEBHOOK_DELIVERIES)],
  providers: [DueDeliveries, dueDeliveriesSweeper, oldEventsSweeper, WebhookDeliveriesWorker, WebhookSendingService],
})
export class WebhooksWorkerModule {}
