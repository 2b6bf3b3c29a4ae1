import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A console session. Only the hash of its cookie is stored. */
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

  /** When it was opened with a second factor, or turned one on. */
  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
