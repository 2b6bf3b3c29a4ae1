import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from './scopes';

@Entity('api_tokens')
export class ApiToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** This token cannot outlive its parent. Null if it was created in a session or with the account. */
  @Column('uuid', { nullable: true })
  parentTokenId: string | null;

  @Column('text')
  name: string;

  @Column('bytea')
  tokenHash: Buffer;

  @Column('text')
  last4: string;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** The OAuth client that got the token. Null if its holder made it. */
  @Column('text', { nullable: true })
  clientId: string | null;

  /** Null: the token may do everything that its holder may. */
  @Column('text', { array: true, nullable: true })
  scopes: Scope[] | null;

  /** Until then, a refresh token replaces the secret and moves `expiresAt`. */
  @Column('timestamptz', { nullable: true })
  renewableUntil: Date | null;

  /** Each use moves `expiresAt` this many days ahead. */
  @Column('integer', { nullable: true })
  useRenewsDays: number | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** Some seconds behind, because uses are written in batches. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
