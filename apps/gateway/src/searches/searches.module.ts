import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { ModelsModule } from '../models';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { SearchesController } from './searches.controller';
import { SearchesService } from './searches.service';

@Module({
  imports: [BillingModule, IdempotencyModule, KeysModule, ModelsModule, RequestsModule, RoutingModule],
  controllers: [SearchesController],
  providers: [SearchesService],
})
export class SearchesModule {}
