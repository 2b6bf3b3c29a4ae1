import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type UnitType = 'input_1k_tokens' | 'output_1k_tokens' | 'cache_read_1k_tokens' | 'image' | 'request';

/** The price of one unit of a model. Rows of one `effectiveAt` are one price list; the newest that has begun is in force. */
@Entity('prices')
export class Price {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  modelId: string;

  @Column('text')
  unitType: UnitType;

  @Column('text')
  unitName: string;

  @Column('bigint', { transformer: bigintColumn })
  priceNano: bigint;

  /** The order in which the list shows its units. */
  @Column('integer')
  position: number;

  @Column('timestamptz')
  effectiveAt: Date;
}
