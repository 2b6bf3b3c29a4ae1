import type { KeyRing } from '@shipyard/platform';
import type { Supplier } from './supplier';
import type { SupplierConnection } from './supplier-connection';
import type { TokenMargin } from './token-margin';

/** Something that a supplier answers without charge, which shows whether it answers and takes our key. */
export interface FreeCall {
  headers: (secret: string | undefined) => Record<string, string>;
  /** The statuses by which it refuses a key. */
  refusals: number[];
  /** Left out: its list of models. */
  path?: string;
  /** The status by which it says that it answers; left out: 200. */
  fine?: number;
}

/** Whose supplier is opened, for a vendor that derives keys of its own. */
export interface SupplierIdentity {
  supplierId: string;
  masterKeys: KeyRing;
}

/** A company, or a protocol, that answers requests. Each has a folder and an entry in `registry.ts`. */
export interface Vendor {
  /** Its public API, with its version. Null: each supplier of this kind needs a `base_url` in the catalog. */
  readonly baseUrl: string | null;
  open(connection: SupplierConnection, identity: SupplierIdentity): Supplier;
  readonly check: FreeCall;
  /**
   * By how much its tokenizer may count more than ours, at this base URL. Left out: it counts as we do, or serves no
   * chat.
   */
  tokenMargin?(baseUrl: string | null): TokenMargin;
}
