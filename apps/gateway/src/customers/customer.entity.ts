import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailLanguage } from '../mail';
import type { CustomerEvent } from '../webhooks';

export const CUSTOMER_STATUSES = ['active', 'suspended'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export const BUDGET_PERIODS = ['day', 'month'] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** What a new key gets where nothing else is said. */
export interface KeyDefaults {
  models?: string[];
  rpm?: number;
  tpm?: number;
  max_concurrency?: number;
  budget?: { amount_cny: string; period: BudgetPeriod };
}

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

  /** How far the balance may go below zero. */
  @Column('bigint', { transformer: bigintColumn })
  creditLineNano: bigint;

  /** From then on the customer counts as suspended. */
  @Column('timestamptz', { nullable: true })
  overdueAt: Date | null;

  @Column('integer', { nullable: true })
  limitRpm: number | null;

  @Column('integer', { nullable: true })
  limitTpm: number | null;

  @Column('integer', { nullable: true })
  limitMaxConcurrency: number | null;

  @Column('text', { array: true, nullable: true })
  limitModels: string[] | null;

  @Column('bigint', { transformer: bigintColumn, nullable: true })
  spendDayNano: bigint | null;

  @Column('bigint', { transformer: bigintColumn, nullable: true })
  spendMonthNano: bigint | null;

  @Column('jsonb')
  keyDefaults: KeyDefaults;

  @Column('bigint', { transformer: bigintColumn, nullable: true })
  alertBalanceBelowNano: bigint | null;

  @Column('integer')
  alertDaysLeft: number;

  @Column('integer')
  alertKeyExpiresDays: number;

  @Column('text', { array: true })
  alertMailTo: string[];

  @Column('text', { array: true })
  alertMailEvents: CustomerEvent[];

  @Column('text')
  alertLanguage: MailLanguage;

  @Column('timestamptz')
  createdAt: Date;
}
