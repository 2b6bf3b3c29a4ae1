import type { Actor, ProjectState } from '@shipyard/contracts';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Append-only, even after the project is erased. Holds no personal data. */
@Entity('audit_entries')
export class AuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;

  @Column('uuid')
  projectId: string;

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('text')
  actor: Actor;

  @Column('text')
  action: string;

  @Column('text', { nullable: true })
  fromState: ProjectState | null;

  @Column('text')
  toState: ProjectState | 'erased';

  @Column('text', { nullable: true })
  reason: string | null;

  /** `log N` or `image <asset id>`. */
  @Column('text', { nullable: true })
  subject: string | null;
}
