import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Which admin changed which fields of a program and when. Append-only. Does not hold the values. */
@Entity('program_audit_entries')
export class ProgramAuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;

  @Column('text')
  programId: string;

  @Column('uuid')
  actorId: string;

  @Column('text')
  action: 'create_program' | 'change_program' | 'put_document' | 'remove_document';

  /** For a program, the fields that were sent. */
  @Column('text', { array: true, nullable: true })
  fields: string[] | null;

  /** For a document only. */
  @Column('text', { nullable: true })
  documentId: string | null;
}
