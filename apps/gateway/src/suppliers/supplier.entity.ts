import type { SupplierKind, SupplierOptions } from '@shipyard/suppliers';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const SUPPLIER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** As often DashScope lets an account ask. */
export const USUAL_POLLS_PER_SECOND = 20;

/** Where a supplier's export has what it billed: names of its columns. */
export interface UsageCsvColumns {
  day: string;
  upstream_model: string;
  /** What one unit of the file's currency is in CNY; left out: "1". */
  cny_rate?: string;
  /** `times` multiplies the units; `only_column` and `only_value` say to which rows a line belongs. */
  lines: {
    unit_type: string;
    units: string;
    times?: number;
    cost?: string;
    only_column?: string;
    only_value?: string;
  }[];
}

/** What is stored of how a supplier differs: what its adapter reads, and what we read. */
export interface StoredOptions extends SupplierOptions {
  /** IANA's name of the zone whose days it bills by; left out: UTC. */
  usage_time_zone?: string;
  /** Left out: it has no export that we can read. */
  usage_csv?: UsageCsvColumns;
  /**
   * Kind `dashscope`. How often a second its jobs may be asked after, by all processes together; left out: 20. A
   * quarter is for requests that wait.
   */
  polls_per_second?: number;
}

/** Someone who sells us answers. */
@Entity('suppliers')
export class Supplier {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  kind: SupplierKind;

  /** With its version (`https://host/v1`), without a trailing slash; null where the kind needs none. */
  @Column('text', { nullable: true })
  baseUrl: string | null;

  @Column('jsonb')
  options: StoredOptions;

  /** Its own origin may be an address that is not globally routable. */
  @Column('boolean')
  internal: boolean;

  /** The operator has set its keys, which no longer follow the catalog file. */
  @Column('boolean')
  keysByOperator: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
