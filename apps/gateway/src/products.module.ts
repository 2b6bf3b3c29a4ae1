import { Module } from '@nestjs/common';
import { KeysModule } from './keys';
import { MeteredCallsModule } from './metered-calls';
import { ModelsModule } from './models';
import { SearchesController } from './searches/searches.controller';

/** The products whose calls cost a flat rate. Chats and images have modules of their own. */
@Module({
  imports: [KeysModule, MeteredCallsModule, ModelsModule],
  controllers: [SearchesController],
})
export class ProductsModule {}
