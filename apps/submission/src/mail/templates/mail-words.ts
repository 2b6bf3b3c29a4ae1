import type { Line, MailWords } from '@shipyard/mail';
import type { GuardianStep, MailKind } from '../outbox/mail-kinds';

export const MAIL_LOCALES = ['en', 'zh-CN'] as const;
export type MailLocale = (typeof MAIL_LOCALES)[number];

export const STAFF_CHANGES = ['granted', 'taken', 'suspended'] as const;
export type StaffChange = (typeof STAFF_CHANGES)[number];

/** What waits for staff. Null: not their task. */
export interface Waiting {
  recommended: number | null;
  interviewing: number | null;
  shipments: number | null;
  reports: number | null;
}

export interface MailFacts {
  projectName: string;
  prizeName: string | null;
  /** Whether the prize is sent as a parcel. */
  isPrizeSent: boolean;
  reason: string | null;
  carrier: string | null;
  tracking: string | null;
  isRecommended: boolean;
  /** Whether the program of the project has interviews. */
  hasInterview: boolean;
  waiting: Waiting;
  /** What happened to a role of staff, or to its holder. */
  staffChange: StaffChange;
  /** The roles that were granted or taken, or that the suspended account has. */
  staffRoles: string;
  /** The handle of the account that got, lost or has them. */
  staffHandle: string;
  /** The handle of the admin who did it. */
  changedBy: string;
  /** What the guardian of the account decided. */
  guardianStep: GuardianStep;
  /** The handle of the account, which a stranger may read: nobody can write a message with it. */
  childHandle: string;
  /** The email that the account asked to change to. Null where the mail may go to a stranger: anybody chose it. */
  newEmail: string | null;
  /** Another account has that email already. */
  isEmailTaken: boolean;
  /** Where the one action of the mail leads. */
  url: string;
}

export interface MailCatalogue {
  /** Between a label and what it labels. */
  colon: string;
  /** Null: the mail names nobody. */
  greeting(name: string | null): Line;
  /** Behind mail that the reader asked for. */
  ignore: string;
  why: string;
  whyGuardian: string;
  stop: string;
  kinds: Readonly<Record<MailKind, (facts: MailFacts) => MailWords>>;
}
