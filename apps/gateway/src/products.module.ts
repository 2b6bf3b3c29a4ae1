import { Module } from '@nestjs/common';
import { KeysModule } from './keys';
import { type FlatRateCall, MeteredCallsModule } from './metered-calls';
import { ModelsModule } from './models';
import type { FlatRateProduct } from './products';
import { searchCall, SearchesController } from './searches/searches.controller';

/** The products whose calls cost a flat rate. Chats and images have modules of their own. */
export const FLAT_RATE_CALLS: Record<FlatRateProduct, FlatRateCall> = { search: searchCall };

@Module({
  imports: [KeysModule, MeteredCallsModule, ModelsModule],
  controllers: [SearchesController],
})
export class ProductsModule {}
