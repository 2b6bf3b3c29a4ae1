import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BudgetPeriod } from '../customers';
import type { AllowedTerms } from './allowed-terms';
import type { Scope } from './scope';

/** Only the SHA-256 of the secret is stored. */
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

  @Column('text', { array: true, nullable: true })
  models: string[] | null;

  /** Asked next, in this order, by calls that do not say otherwise. Models of other products are passed over. */
  @Column('text', { array: true, nullable: true })
  fallback: string[] | null;

  @Column('integer', { nullable: true })
  rpm: number | null;

  @Column('integer', { nullable: true })
  tpm: number | null;

  @Column('integer', { nullable: true })
  maxConcurrency: number | null;

  @Column('integer')
  maxAbandoned: number;

  @Column('bigint', { transformer: bigintColumn, nullable: true })
  budgetNano: bigint | null;

  @Column('text', { nullable: true })
  budgetPeriod: BudgetPeriod | null;

  @Column('text', { array: true, nullable: true })
  allowedIps: string[] | null;

  @Column('bytea', { nullable: true })
  previousSecretHash: Buffer | null;

  @Column('timestamptz', { nullable: true })
  previousValidUntil: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** What the operator allowed, if the customer has changed or made the key. Null: the present terms. */
  @Column('jsonb', { nullable: true })
  allowedTerms: AllowedTerms | null;

  /** Null: an operator created it. */
  @Column('uuid', { nullable: true })
  createdByKeyId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
