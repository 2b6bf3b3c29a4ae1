import type { MailKind } from '../outbox/mail-kinds';

interface Situation {
  slug: string;
  /** Whether the owner can begin an interview now. */
  hasInterview: boolean;
  isPrizeSent: boolean;
}

/** Where the action of a mail leads: the page of the project where its owner goes on. */
export function pageOf(kind: MailKind, { slug, hasInterview, isPrizeSent }: Situation): string {
  if (kind === 'child_told') return '/studio/settings';
  if (kind === 'staff_digest' || kind === 'role_granted') return '/';
  return `/studio/projects/${slug}/${hasInterview ? 'interview' : sectionOf(kind, isPrizeSent)}`;
}

function sectionOf(kind: MailKind, isPrizeSent: boolean): 'review' | 'interview' | 'shipping' {
  switch (kind) {
    case 'approved':
      return isPrizeSent ? 'shipping' : 'review';
    case 'shipped':
    case 'reship':
    case 'address_reminder':
      return 'shipping';
    case 'interview_expired':
      return 'interview';
    default:
      return 'review';
  }
}
