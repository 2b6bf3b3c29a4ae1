import { Module } from '@nestjs/common';
import { SupplierUsageModule } from './supplier-usage.module';
import { supplierDriftWatcher } from './supplier-drift-watcher';

@Module({
  imports: [SupplierUsageModule],
  providers: [supplierDriftWatcher],
})
export class SupplierUsageWorkerModule {}
