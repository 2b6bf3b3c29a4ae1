import type { SupplierOptions } from './supplier-options';
import type { SupplierAddress } from '../http/supplier-http';

/** What a supplier is opened with. */
export interface SupplierConnection extends SupplierAddress {
  options: SupplierOptions;
}
