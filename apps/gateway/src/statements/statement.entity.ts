import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LedgerSum } from '../billing';

/** What a customer was charged in a month, frozen. */
@Entity('statements')
export class Statement {
  @PrimaryColumn('uuid')
  id: string;

  @Column('integer')
  number: number;

  @Column('uuid')
  customerId: string;

  @Column('text')
  customerName: string;

  /** The first day of the month. */
  @Column('date')
  month: string;

  @Column('text')
  timeZone: string;

  @Column('timestamptz')
  startsAt: Date;

  @Column('timestamptz')
  endsAt: Date;

  @Column('jsonb')
  lines: LedgerSum[];

  @Column('bigint', { transformer: bigintColumn })
  totalNano: bigint;

  /** The number of the statement that this one replaces. */
  @Column('integer', { nullable: true })
  corrects: number | null;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  closedAt: Date;
}
