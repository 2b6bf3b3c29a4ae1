/** What a guardian decided, in the mails about it. */
export const GUARDIAN_STEPS = ['agree', 'withdraw', 'request_deletion', 'hide', 'unhide', 'agree_shipment'] as const;
export type GuardianStep = (typeof GUARDIAN_STEPS)[number];

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
  'address_reminder',
  'interview_expired',
  'staff_digest',
  'role_granted',
  'guardian_asked',
  'guardian_told',
  'child_told',
  'email_change_old',
  'email_change_new',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** Go to the guardian of the account, who has none. */
export const GUARDIAN_KINDS = ['guardian_asked', 'guardian_told'] as const satisfies readonly MailKind[];

export const isGuardianKind = (kind: MailKind): boolean => GUARDIAN_KINDS.some((guardians) => guardians === kind);

/** Go to an address that is not the account's, so a bounce or a confirmation of the account's says nothing about it. */
export const isToAnotherAddress = (kind: MailKind): boolean => isGuardianKind(kind) || kind === 'email_change_new';

/** Their links hold a secret, which is made when they are sent. */
export const LINKED_KINDS = [
  'confirm_email',
  'password_reset',
  'email_change_old',
  'email_change_new',
  ...GUARDIAN_KINDS,
] as const satisfies readonly MailKind[];

export type LinkedKind = (typeof LINKED_KINDS)[number];

export const isLinkedKind = (kind: MailKind): kind is LinkedKind => LINKED_KINDS.some((linked) => linked === kind);

/**
 * Sent to an address that is not confirmed too, and to accounts that opted out. The column `mail_outbox.is_security`
 * lists the same.
 */
export const SECURITY_KINDS: readonly MailKind[] = [...LINKED_KINDS, 'role_granted', 'child_told'];

export const isSecurityKind = (kind: MailKind): boolean => SECURITY_KINDS.includes(kind);
