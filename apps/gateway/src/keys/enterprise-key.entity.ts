import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Product } from '../products';

/** A product that a key may use: `text` for chat, `image` for images, `search` for searches. */
@Entity('enterprise_keys')
export class EnterpriseKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  customerId: string;

  @Column('text')
  name: string;

  @Column('bytea')
  secretHash: Buffer;

  @Column('text')
  last4: string;

  @Column('text', { array: true })
  scopes: Product[];

  /** The models it may use; null for all. */
  @Column('text', { array: true, nullable: true })
  models: string[] | null;

  /** Requests and tokens per 60 s; null for no limit. */
  @Column('integer', { nullable: true })
  rpm: number | null;

  @Column('integer', { nullable: true })
  tpm: number | null;

  @Column('integer', { nullable: true })
  maxConcurrency: number | null;

  /** The most it may spend per day or month of its customer's time zone; null for no budget. */
  @Column('bigint', { transformer: bigintColumn, nullable: true })
  budgetNano: bigint | null;

  @Column('text', { nullable: true })
  budgetPeriod: 'day' | 'month' | null;

  /** The addresses it may be used from, in CIDR form; null for all. */
  @Column('text', { array: true, nullable: true })
  allowedIps: string[] | null;

  /** The secret before the last rotation, and how long it stays valid. */
  @Column('bytea', { nullable: true })
  previousSecretHash: Buffer | null;

  @Column('timestamptz', { nullable: true })
  previousValidUntil: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
