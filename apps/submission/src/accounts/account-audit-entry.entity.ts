import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from './account.entity';

/** What changes the standing of an account. These entries stay for good. */
type StandingAction = 'set_roles' | 'suspend' | 'unsuspend' | 'set_birth_date' | 'set_quotas';

/** What the holder of an account does, what is tried on it, and what staff read of it. These entries are forgotten after 180 days. */
type PassingAction =
  | 'log_in'
  | 'log_in_failed'
  | 'password_check_failed'
  | 'change_password'
  | 'create_token'
  | 'revoke_token'
  | 'revoke_all_tokens'
  | 'list_accounts'
  | 'read_account';

/** Who did what with an account, when. Append-only. Holds ids and numbers, and never personal data: of a date of birth only that it was changed. */
@Entity('account_audit_entries')
export class AccountAuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;

  /** Null for a list of many accounts, and for a log-in with an email that no account has. */
  @Column('uuid', { nullable: true })
  accountId: string | null;

  /** Null for a log-in that failed: nobody knows who it was. */
  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('text')
  action: StandingAction | PassingAction;

  /** Of a change of roles only. */
  @Column('text', { array: true, nullable: true })
  rolesBefore: Role[] | null;

  @Column('text', { array: true, nullable: true })
  rolesAfter: Role[] | null;

  /** The token or the number of tokens, the limits before and after, or the accounts that were listed. */
  @Column('jsonb', { nullable: true })
  details: Record<string, unknown> | null;
}
