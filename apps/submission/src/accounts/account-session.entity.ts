import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('sessions')
export class AccountSession {
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

  @Column('timestamptz')
  authenticatedAt: Date;

  /** Up to a minute behind. */
  @Column('timestamptz')
  lastSeenAt: Date;

  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
