import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from './account.entity';

/** What an admin changed of an account, when. Append-only; says of a date of birth only that it was changed. */
@Entity('account_audit_entries')
export class AccountAuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;

  @Column('uuid')
  accountId: string;

  @Column('uuid')
  actorId: string;

  @Column('text')
  action: 'set_roles' | 'suspend' | 'unsuspend' | 'set_birth_date';

  /** Of a change of roles only. */
  @Column('text', { array: true, nullable: true })
  rolesBefore: Role[] | null;

  @Column('text', { array: true, nullable: true })
  rolesAfter: Role[] | null;
}
