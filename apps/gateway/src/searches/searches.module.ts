import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../idempotency';
import { KeysModule } from '../keys';
import { MeteredCallsModule } from '../metered-calls';
import { ModelsModule } from '../models';
import { SearchesController } from './searches.controller';
import { SearchesService } from './searches.service';

@Module({
  imports: [IdempotencyModule, KeysModule, MeteredCallsModule, ModelsModule],
  controllers: [SearchesController],
  providers: [SearchesService],
})
export class SearchesModule {}
