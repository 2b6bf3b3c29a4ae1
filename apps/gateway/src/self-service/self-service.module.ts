import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { RequestsModule } from '../request-log';
import { WebhooksModule } from '../webhooks';
import { OwnKeysController } from './own-keys.controller';
import { OwnReportsService } from './own-reports.service';
import { OwnUsageController } from './own-usage.controller';
import { OwnWebhooksController } from './own-webhooks.controller';

/** What customers do themselves: they read their usage, and manage their keys and webhooks. */
@Module({
  imports: [IdempotencyModule, KeysModule, RequestsModule, WebhooksModule],
  controllers: [OwnKeysController, OwnUsageController, OwnWebhooksController],
  providers: [OwnReportsService],
  exports: [OwnReportsService],
})
export class SelfServiceModule {}
