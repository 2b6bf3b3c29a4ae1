/** The kinds of mail. The check of `mail_outbox.kind` lists the same. */
export const MAIL_KINDS = [
  'confirm_email',
  'password_reset',
  'review_done',
  'review_failed',
  'changes_requested',
  'rejected',
  'approved',
  'shipped',
  'reship',
  'interview_expired',
  'staff_digest',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * Sent to an address that is not confirmed too, and to accounts that opted out. Their links are made when they are sent.
 * The column `mail_outbox.is_security` lists the same.
 */
export const SECURITY_KINDS = ['confirm_email', 'password_reset'] as const satisfies readonly MailKind[];

export type SecurityKind = (typeof SECURITY_KINDS)[number];

export const isSecurityKind = (kind: MailKind): kind is SecurityKind =>
  SECURITY_KINDS.some((security) => security === kind);
