import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { RequestsModule } from '../request-log';
import { OwnKeysController } from './own-keys.controller';
import { OwnReportsService } from './own-reports.service';
import { OwnUsageController } from './own-usage.controller';

/** What customers do themselves: they read their usage and manage their keys. */
@Module({
  imports: [IdempotencyModule, KeysModule, RequestsModule],
  controllers: [OwnKeysController, OwnUsageController],
  providers: [OwnReportsService],
})
export class SelfServiceModule {}
