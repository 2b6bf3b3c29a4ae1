import { bigintColumn } from '@shipyard/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A product that a key may open: chat needs `text`, images `image`, searches `search`. */
export type Scope = 'text' | 'image' | 'search';

/** A customer's key for /v1. The secret is kept as its SHA-256 only. */
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
  scopes: Scope[];

  /** The only models that it may use; null: all. */
  @Column('text', { array: true, nullable: true })
  models: string[] | null;

  /** Requests, and tokens, in 60 s; null: no limit. */
  @Column('integer', { nullable: true })
  rpm: number | null;

  @Column('integer', { nullable: true })
  tpm: number | null;

  @Column('integer', { nullable: true })
  maxConcurrency: number | null;

  /** What it may spend in a day or month of its customer's time zone; null: all that the customer has. */
  @Column('bigint', { transformer: bigintColumn, nullable: true })
  budgetNano: bigint | null;

  @Column('text', { nullable: true })
  budgetPeriod: 'day' | 'month' | null;

  /** The only addresses that it may be used from, in CIDR form; null: all. */
  @Column('text', { array: true, nullable: true })
  allowedIps: string[] | null;

  /** Of the secret before the last rotation, and until when it is good. */
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
