import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { ChangesModule } from '../changes/changes.module';
import { ModelsModule } from '../models';
import { PriceImportsService } from './price-imports.service';

@Module({
  imports: [BillingModule, ChangesModule, ModelsModule],
  providers: [PriceImportsService],
  exports: [PriceImportsService],
})
export class PriceImportsModule {}
