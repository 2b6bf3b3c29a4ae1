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
  'role_granted',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** Their links hold a secret, which is made when they are sent. */
export const LINKED_KINDS = ['confirm_email', 'password_reset'] as const satisfies readonly MailKind[];

export type LinkedKind = (typeof LINKED_KINDS)[number];

export const isLinkedKind = (kind: MailKind): kind is LinkedKind => LINKED_KINDS.some((linked) => linked === kind);

/**
 * Sent to an address that is not confirmed too, and to accounts that opted out. The column `mail_outbox.is_security`
 * lists the same.
 */
export const SECURITY_KINDS: readonly MailKind[] = [...LINKED_KINDS, 'role_granted'];

export const isSecurityKind = (kind: MailKind): boolean => SECURITY_KINDS.includes(kind);
