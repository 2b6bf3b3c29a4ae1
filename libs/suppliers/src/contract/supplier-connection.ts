import type { SupplierOptions } from './supplier-options';

export interface SupplierAddress {
  baseUrl: string;
  /** Its own origin may be an address that is not globally routable. */
  internal: boolean;
}

export interface SupplierConnection extends SupplierAddress {
  options: SupplierOptions;
}
