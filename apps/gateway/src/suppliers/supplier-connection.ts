import type { SupplierOptions } from './supplier.entity';
import type { SupplierAddress } from './supplier-http';

/** What a supplier is opened with. */
export interface SupplierConnection extends SupplierAddress {
  options: SupplierOptions;
}
