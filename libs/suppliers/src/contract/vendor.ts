import type { KeyRing } from '@shipyard/platform/sealing';
import type { SupplierAdapter } from './supplier';
import type { SupplierConnection } from './supplier-connection';
import type { TokenMargin } from './token-margin';

/** A free request that shows whether the supplier answers and accepts our key. */
export interface FreeCall {
  headers: (secret: string | undefined) => Record<string, string>;
  refusals: number[];
  path?: string;
  fine?: number;
}

/** For a vendor that derives keys of its own per supplier. */
export interface SupplierIdentity {
  supplierId: string;
  masterKeys: KeyRing;
}

export interface Vendor {
  /** Its public API, with its version. Null: each supplier needs a `base_url` in the catalog. */
  readonly baseUrl: string | null;
  open(connection: SupplierConnection, identity: SupplierIdentity): SupplierAdapter;
  readonly check: FreeCall;
  /** How much more than ours it may count at this base URL. Absent: it may count anything. */
  tokenMargin?(baseUrl: string | null): TokenMargin;
}
