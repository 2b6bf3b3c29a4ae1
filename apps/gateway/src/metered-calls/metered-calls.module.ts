import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { IdempotencyModule } from '../idempotency';
import { ModelsModule } from '../models';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { FlatRateCalls } from './flat-rate-calls.service';
import { MeteredCalls } from './metered-calls.service';

@Module({
  imports: [BillingModule, IdempotencyModule, ModelsModule, RequestsModule, RoutingModule],
  providers: [FlatRateCalls, MeteredCalls],
  exports: [FlatRateCalls, MeteredCalls],
})
export class MeteredCallsModule {}
