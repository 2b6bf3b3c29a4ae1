import { Module } from '@nestjs/common';
import { ProcessesModule } from '../processes';
import { RequestsModule } from '../request-log';
import { SuppliersModule } from '../suppliers';
import { RoutingService } from './routing.service';

@Module({
  imports: [ProcessesModule, RequestsModule, SuppliersModule],
  providers: [RoutingService],
  exports: [RoutingService],
})
export class RoutingModule {}
