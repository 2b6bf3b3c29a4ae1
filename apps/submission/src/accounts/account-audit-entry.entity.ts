import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Role } from './account.entity';

/** Changes to an account's rights, and links that let their holder take it over. These entries are kept forever. */
type StandingAction =
  | 'set_roles'
  | 'confirm_role'
  | 'suspend'
  | 'unsuspend'
  | 'set_birth_date'
  | 'set_quotas'
  | 'issue_reset_link'
  | EmailChangeAction
  | GuardianAction;

/** Steps of a change of the email. A mailbox refuses: the person there may have no account. */
type EmailChangeAction = 'ask_email_change' | 'cancel_email_change' | 'refuse_email_change' | 'change_email';

/** Steps of a guardian, who has no account. The person of the account asks. */
export type GuardianAction = 'ask_guardian' | 'guardian_agree' | 'guardian_withdraw' | 'guardian_request_deletion';

/** Sign-ins, failed attempts, self-service changes and reads by staff. These entries are deleted after 180 days. */
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

/** Append-only. Holds ids and numbers but no personal data: a changed date of birth is recorded without the date. */
@Entity('account_audit_entries')
export class AccountAuditEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreateDateColumn({ type: 'timestamptz' })
  at: Date;

  @Column('uuid', { nullable: true })
  accountId: string | null;

  @Column('uuid', { nullable: true })
  actorId: string | null;

  @Column('text')
  action: StandingAction | PassingAction;

  @Column('text', { array: true, nullable: true })
  rolesBefore: Role[] | null;

  @Column('text', { array: true, nullable: true })
  rolesAfter: Role[] | null;

  @Column('jsonb', { nullable: true })
  details: Record<string, unknown> | null;
}
