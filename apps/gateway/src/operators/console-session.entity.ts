import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('console_sessions')
export class ConsoleSession {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  userId: string;

  @Column('bytea')
  secretHash: Buffer;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  createdAt: Date;

  /** When it was last used, up to a minute late. */
  @Column('timestamptz')
  lastSeenAt: Date;

  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
