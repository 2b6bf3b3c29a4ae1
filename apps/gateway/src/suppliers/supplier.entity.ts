import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SupplierTimeouts } from './supplier-http';

/** How a supplier differs from the usual. */
export interface SupplierOptions {
  /** The name under which this supplier takes the limit of the answer's length; left out: `max_tokens`. */
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';
  /** What is left out: 10 s to connect, 120 s to the first byte, 60 s between two, 600 s in all. */
  timeouts?: Partial<SupplierTimeouts>;
}

/** Someone who sells us answers. */
@Entity('suppliers')
export class Supplier {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  kind: string;

  /** With its version (`https://host/v1`), without a trailing slash; null where the kind needs none. */
  @Column('text', { nullable: true })
  baseUrl: string | null;

  @Column('jsonb')
  options: SupplierOptions;

  /** Its own origin may be an address that is not globally routable. */
  @Column('boolean')
  internal: boolean;

  /** The operator has set its keys, which no longer follow the catalog file. */
  @Column('boolean')
  keysByOperator: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
