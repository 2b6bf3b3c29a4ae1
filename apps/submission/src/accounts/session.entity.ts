import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in with a password. The cookie holds the secret, and only its hash is stored. */
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

  /** When the password was last entered in this session. */
  @Column('timestamptz')
  authenticatedAt: Date;

  /** Up to a minute behind. */
  @Column('timestamptz')
  lastSeenAt: Date;

  /** When a second factor was last shown in this session. */
  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
