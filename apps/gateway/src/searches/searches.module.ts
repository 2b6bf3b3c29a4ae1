import { Module } from '@nestjs/common';
import { BillingModule } from '../billing/billing.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { KeysModule } from '../keys/keys.module';
import { ModelsModule } from '../models/models.module';
import { RequestsModule } from '../requests/requests.module';
import { RoutingModule } from '../routing/routing.module';
import { SearchesController } from './searches.controller';
import { SearchesService } from './searches.service';

@Module({
  imports: [BillingModule, IdempotencyModule, KeysModule, ModelsModule, RequestsModule, RoutingModule],
  controllers: [SearchesController],
  providers: [SearchesService],
})
export class SearchesModule {}
