import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A customer. `balanceNano` is the sum of its ledger rows, `heldNano` the sum of its open holds. Only billing's
 * statements change them.
 */
@Entity('customers')
export class Customer {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  timeZone: string;

  @Column('text')
  status: 'active' | 'suspended';

  @Column('bigint', { transformer: bigintColumn })
  balanceNano: bigint;

  @Column('bigint', { transformer: bigintColumn })
  heldNano: bigint;

  /** The maximum number of unfinished image tasks. */
  @Column('integer')
  maxOpenTasks: number;

  /** The maximum number of succeeded image tasks that were not retrieved. */
  @Column('integer')
  maxUnfetchedTasks: number;

  @Column('timestamptz')
  createdAt: Date;
}
