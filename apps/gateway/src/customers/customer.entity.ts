import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `balanceNano` sums the ledger rows, `heldNano` the open holds. Only billing changes them. */
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

  @Column('integer')
  maxOpenTasks: number;

  @Column('integer')
  maxUnfetchedTasks: number;

  @Column('timestamptz')
  createdAt: Date;
}
