import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who pays. `balanceNano` is the sum of the customer's ledger rows, `heldNano` that of the open holds: only billing's statements change them. */
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

  /** Image tasks that have not ended. */
  @Column('integer')
  maxOpenTasks: number;

  /** Image tasks that succeeded and that nobody has fetched. */
  @Column('integer')
  maxUnfetchedTasks: number;

  @Column('timestamptz')
  createdAt: Date;
}
