import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { SupplierDriftService } from './supplier-drift.service';
import { SupplierUsageService } from './supplier-usage.service';

@Module({
  imports: [ChangesModule],
  providers: [SupplierDriftService, SupplierUsageService],
  exports: [SupplierDriftService, SupplierUsageService],
})
export class SupplierUsageModule {}
