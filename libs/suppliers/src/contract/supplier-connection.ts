import type { SupplierOptions } from './supplier-options';

export interface SupplierAddress {
  baseUrl: string;
  internal: boolean;
}

export interface SupplierConnection extends SupplierAddress {
  options: SupplierOptions;
}
