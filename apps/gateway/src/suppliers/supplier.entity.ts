import type { SupplierKind, SupplierOptions } from '@shipyard/suppliers';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const SUPPLIER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** DashScope's limit per account. */
export const USUAL_POLLS_PER_SECOND = 20;

export interface UsageCsvColumns {
  day: string;
  upstream_model: string;
  /** One unit of the file's currency in CNY; default: "1". */
  cny_rate?: string;
  /** `times` multiplies the units. `only_column` and `only_value` select the rows of a line. */
  lines: {
    unit_type: string;
    units: string;
    times?: number;
    cost?: string;
    only_column?: string;
    only_value?: string;
  }[];
}

export interface StoredOptions extends SupplierOptions {
  /** The IANA time zone of its billing days; default: UTC. */
  usage_time_zone?: string;
  usage_csv?: UsageCsvColumns;
  /** Kind `dashscope`: polls per second by all processes together; default: 20. A quarter is for requests that wait. */
  polls_per_second?: number;
}

@Entity('suppliers')
export class Supplier {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  kind: SupplierKind;

  /** With its version (`https://host/v1`), without a trailing slash; null if the kind has a default. */
  @Column('text', { nullable: true })
  baseUrl: string | null;

  @Column('jsonb')
  options: StoredOptions;

  /** Its own origin may be an address that is not globally routable. */
  @Column('boolean')
  internal: boolean;

  /** The operator has set its keys, so they no longer follow the catalog file. */
  @Column('boolean')
  keysByOperator: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
