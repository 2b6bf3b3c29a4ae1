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
}
