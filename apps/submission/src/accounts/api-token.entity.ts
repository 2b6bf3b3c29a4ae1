import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A participant's `pst_` token, of which only the hash is kept. */
@Entity('api_tokens')
export class ApiToken {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

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

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
