import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An interview about a project, created with its credential. Only the last started interview of a project is valid. */
@Entity('interviews')
export class Interview {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  projectId: string;

  @Column('integer')
  questionCount: number;

  @Column('bytea')
  credentialHash: Buffer;

  @Column('timestamptz')
  credentialExpiresAt: Date;

  @Column('timestamptz', { nullable: true })
  supersededAt: Date | null;

  @Column('timestamptz', { nullable: true })
  redeemedAt: Date | null;

  @Column('bytea', { nullable: true })
  sessionHash: Buffer | null;

  @Column('timestamptz', { nullable: true })
  sessionExpiresAt: Date | null;

  /** When the last question was answered, or the session ended with some answers. */
  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** When the worker handled the end of the session. Null if all questions were answered before. */
  @Column('timestamptz', { nullable: true })
  expiryHandledAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}
