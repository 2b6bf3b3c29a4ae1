import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A log-in with a password, held by a cookie of which only the hash is kept. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('bytea')
  secretHash: Buffer;

  @Column('timestamptz')
  expiresAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When the password was last typed in this session. */
  @Column('timestamptz')
  authenticatedAt: Date;

  /** When it was last used; up to a minute behind. */
  @Column('timestamptz')
  lastSeenAt: Date;

  /** When a second factor was last shown in this session. */
  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
