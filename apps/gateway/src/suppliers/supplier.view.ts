import type { Supplier } from './supplier.entity';
import type { SupplierTimeouts } from './supplier-http';
import type { SupplierKey } from './supplier-key.entity';

/** A supplier, for operators. */
export interface SupplierView {
  id: string;
  kind: string;
  base_url: string | null;
  /** In the order in which they were added. */
  api_keys: { last4: string }[];
  internal: boolean;
  /** Only what differs from the usual. */
  timeouts: Partial<SupplierTimeouts>;
  /** Whether this build can ask it. */
  available: boolean;
  created_at: string;
}

export function toSupplierView(supplier: Supplier, keys: SupplierKey[], available: boolean): SupplierView {
  return {
    id: supplier.id,
    kind: supplier.kind,
    base_url: supplier.baseUrl,
    api_keys: keys.map(({ last4 }) => ({ last4 })),
    internal: supplier.internal,
    timeouts: supplier.options.timeouts ?? {},
    available,
    created_at: supplier.createdAt.toISOString(),
  };
}
