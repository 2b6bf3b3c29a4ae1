import type { Action } from '@shipyard/contracts';
import type { MailKind } from './mail-kinds';

/** The moves that the owner of a project gets a mail about: those that others made and that need the owner. */
export const MAIL_OF_MOVE: Partial<Record<Action, MailKind>> = {
  recommend: 'review_done',
  decline: 'review_done',
  give_up_review: 'review_failed',
  request_changes: 'changes_requested',
  reject: 'rejected',
  approve: 'approved',
  mark_shipped: 'shipped',
  reship: 'reship',
};

/** The key of the mail about a move, which has one entry in the audit trail. */
export const keyOfMoveMail = (kind: MailKind, auditEntryId: string): string => `${kind}-${auditEntryId}`;
