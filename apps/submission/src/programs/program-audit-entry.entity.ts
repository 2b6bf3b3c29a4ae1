import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

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

  @Column('text', { array: true, nullable: true })
  fields: string[] | null;

  @Column('text', { nullable: true })
  documentId: string | null;
}
