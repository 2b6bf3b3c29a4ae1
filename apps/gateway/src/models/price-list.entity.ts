import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BASE_LIST_NAME } from '../unit-types';

/** What everybody pays who is on no other list. It inherits from none. */
export const BASE_LIST = { id: '00000000-0000-4000-8000-000000000000', name: BASE_LIST_NAME } as const;

/** Its prices are those of the list that it inherits, times the multiplier, except where it has prices of its own. */
@Entity('price_lists')
export class PriceList {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Null for the base list only. */
  @Column('uuid', { nullable: true })
  inheritsId: string | null;

  /** In hundred-thousandths: 85,000 is 0.85000. */
  @Column('integer')
  multiplierE5: number;

  @Column('timestamptz')
  createdAt: Date;
}

/** The newest that has started says which list the customer is on. */
@Entity('customer_price_lists')
export class CustomerPriceList {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: string;

  @Column('uuid')
  priceListId: string;

  @Column('timestamptz')
  effectiveAt: Date;
}
