import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An interview about a project, created with its credential. Only the last started interview of a project is valid. */
@Entity('interviews')
export class Interview {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  /** The program's number of questions at the start, 1-20. */
  @Column('integer')
  questionCount: number;

  /** SHA-256 of the credential. */
  @Column('bytea')
  credentialHash: Buffer;

  @Column('timestamptz')
  credentialExpiresAt: Date;

  /** When a later start replaced it. */
  @Column('timestamptz', { nullable: true })
  supersededAt: Date | null;

  @Column('timestamptz', { nullable: true })
  redeemedAt: Date | null;

  /** SHA-256 of the session's token. Null until the credential is redeemed. */
  @Column('bytea', { nullable: true })
  sessionHash: Buffer | null;

  @Column('timestamptz', { nullable: true })
  sessionExpiresAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
