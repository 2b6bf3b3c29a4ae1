import { Module } from '@nestjs/common';
import { IdempotencyModule } from './idempotency';
import { KeysModule } from './keys';
import { MeteredCallsModule } from './metered-calls';
import { ModelsModule } from './models';
import { SearchesController } from './searches/searches.controller';
import { SearchesService } from './searches/searches.service';

/** The products that need no more than a metered call. Chats and images have modules of their own. */
@Module({
  imports: [IdempotencyModule, KeysModule, MeteredCallsModule, ModelsModule],
  controllers: [SearchesController],
  providers: [SearchesService],
})
export class ProductsModule {}
