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
}
