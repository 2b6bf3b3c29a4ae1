import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

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
