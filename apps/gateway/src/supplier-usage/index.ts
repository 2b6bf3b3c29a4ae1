export { SupplierDriftService } from './supplier-drift.service';
export { SupplierUsageDto } from './supplier-usage.dto';
export { SupplierUsageModule } from './supplier-usage.module';
export { SupplierDriftView, SupplierUsageView } from './supplier-usage.view';
export { SupplierUsageService } from './supplier-usage.service';
