import { Module } from '@nestjs/common';
import { ProcessesModule } from '../processes/processes.module';
import { RequestsModule } from '../requests/requests.module';
import { SuppliersModule } from '../suppliers/suppliers.module';
import { RoutingService } from './routing.service';

/** Chooses which route of a model answers a call. */
@Module({
  imports: [ProcessesModule, RequestsModule, SuppliersModule],
  providers: [RoutingService],
  exports: [RoutingService],
})
export class RoutingModule {}
