export { SupplierDriftService } from './supplier-drift.service';
export { SupplierUsageDto } from './supplier-usage.dto';
export { SupplierUsageModule } from './supplier-usage.module';
export { SupplierUsageService } from './supplier-usage.service';
