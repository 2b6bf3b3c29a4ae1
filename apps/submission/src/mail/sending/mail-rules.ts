import { isSecurityKind, isToAnotherAddress, type MailKind } from '../outbox/mail-kinds';
import type { Waiting } from '../templates/mail-words';

/** What the database says when the mail is about to be sent. */
export interface MailStanding {
  isConfirmed: boolean;
  hasBounced: boolean;
  hasOptedOut: boolean;
  isSuspended: boolean;
  /** Null if the mail is about no project, or the project is no longer the account's. */
  state: string | null;
  /** A later mail about the project says more. */
  isSuperseded: boolean;
  /** The interview that the mail names is still the latest. */
  isInterviewCurrent: boolean;
}

/** Why the mail is dropped, or null. */
export function reasonToDrop(
  kind: MailKind,
  data: Readonly<Record<string, unknown>>,
  standing: MailStanding,
): string | null {
  if (standing.hasBounced && !isToAnotherAddress(kind)) return 'bounced before';
  // It was written to the admins of that moment. A thief who then takes their role or suspends them must not silence it.
  if (kind === 'role_granted') return null;
  if (standing.isSuspended) return 'suspended';
  if (isSecurityKind(kind)) return null;
  if (!standing.isConfirmed) return 'not confirmed';
  if (standing.hasOptedOut) return 'opted out';
  if (kind === 'staff_digest') return null;
  if (standing.state !== data.state) return 'no longer true';
  if (standing.isSuperseded) return 'superseded';
  if (kind === 'interview_expired' && !standing.isInterviewCurrent) return 'no longer true';
  return null;
}

/** Anybody can register the address of a stranger, with a name that is a message to them. */
export const mayName = (kind: MailKind, { isConfirmed }: Pick<MailStanding, 'isConfirmed'>): boolean =>
  isConfirmed && kind !== 'confirm_email' && !isToAnotherAddress(kind);

export interface Counts {
  recommended: number;
  interviewing: number;
  shipments: number;
  reports: number;
}

/** Shows staff what their roles may work on. */
export function waitingFor(roles: readonly string[], counts: Counts): Waiting {
  const holds = (...wanted: string[]) => wanted.some((role) => roles.includes(role));
  return {
    recommended: holds('reviewer') ? counts.recommended : null,
    interviewing: holds('reviewer') ? counts.interviewing : null,
    shipments: holds('fulfilment') ? counts.shipments : null,
    reports: holds('reviewer', 'admin') ? counts.reports : null,
  };
}

export const isNothing = (waiting: Waiting) => Object.values(waiting).every((count) => (count ?? 0) === 0);
