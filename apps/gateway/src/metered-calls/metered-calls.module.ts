import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { ModelsModule } from '../models';
import { RequestsModule } from '../request-log';
import { RoutingModule } from '../routing';
import { MeteredCalls } from './metered-calls.service';

@Module({
  imports: [BillingModule, ModelsModule, RequestsModule, RoutingModule],
  providers: [MeteredCalls],
  exports: [MeteredCalls],
})
export class MeteredCallsModule {}
