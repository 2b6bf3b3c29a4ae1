import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A log-in to the console, held by a cookie of which only the hash is kept. */
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

  /** When it was last used; up to a minute behind. */
  @Column('timestamptz')
  lastSeenAt: Date;

  /** When it was opened with a second factor, or turned one on. */
  @Column('timestamptz', { nullable: true })
  secondFactorAt: Date | null;
}
