import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const CUSTOMER_STATUSES = ['active', 'suspended'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

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
  status: CustomerStatus;

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
