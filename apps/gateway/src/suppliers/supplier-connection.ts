import type { SupplierOptions } from './supplier.entity';

/** What a supplier is opened with. */
export interface SupplierConnection {
  /** With its version, without a trailing slash. */
  baseUrl: string;
  /** Undefined for a supplier that takes none. */
  apiKey: string | undefined;
  options: SupplierOptions;
}
