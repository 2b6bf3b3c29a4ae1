import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A participant's `pst_` token, of which only the hash is kept. */
@Entity('api_tokens')
export class ApiToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  /** The token that it was made with, which it never outlives; null where it was made in a session or with the account. */
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

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** Some seconds behind: uses are written in batches. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  /** When it was made, if that was in a session that had just shown a second factor. */
  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
