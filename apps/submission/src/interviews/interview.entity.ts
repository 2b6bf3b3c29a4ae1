import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An interview about a project, from its credential on. Of a project one counts at a time: the last that was started. */
@Entity('interviews')
export class Interview {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  /** As many as the program asked when it was started, 1-20. */
  @Column('integer')
  questionCount: number;

  /** SHA-256 of the credential. */
  @Column('bytea')
  credentialHash: Buffer;

  @Column('timestamptz')
  credentialExpiresAt: Date;

  /** When a later start made it void. */
  @Column('timestamptz', { nullable: true })
  supersededAt: Date | null;

  @Column('timestamptz', { nullable: true })
  redeemedAt: Date | null;

  /** SHA-256 of the session's token; null until the credential is redeemed. */
  @Column('bytea', { nullable: true })
  sessionHash: Buffer | null;

  @Column('timestamptz', { nullable: true })
  sessionExpiresAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
