import type { MailKind } from '../outbox/mail-kinds';

export const MAIL_LOCALES = ['en', 'zh-CN'] as const;
export type MailLocale = (typeof MAIL_LOCALES)[number];

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
  /** The roles of staff that were granted. */
  grantedRoles: string;
  /** The handle of the account that got them. */
  grantedTo: string;
  /** The handle of the admin who granted them. */
  grantedBy: string;
  /** Where the one action of the mail leads. */
  url: string;
}

/** Text that others wrote. HTML escapes it and isolates its direction. */
export interface TheirText {
  theirs: string;
}

export type Line = readonly (string | TheirText)[];

export interface MailWords {
  /** Names nobody and no project, because subjects are shown on locked screens and in logs of mail servers. */
  subject: string;
  lines: readonly (string | Line)[];
  /** What staff wrote to the maker. */
  quote?: string | null;
  rows?: readonly (readonly [label: string, value: string | number | null])[];
  action?: { label: string; url: string };
}

export interface MailCatalogue {
  /** Between a label and what it labels. */
  colon: string;
  /** Null: the mail names nobody. */
  greeting(name: string | null): Line;
  /** Behind mail that the reader asked for. */
  ignore: string;
  why: string;
  stop: string;
  kinds: Readonly<Record<MailKind, (facts: MailFacts) => MailWords>>;
}

/** Marks what is interpolated as text of others. */
export function say(parts: TemplateStringsArray, ...texts: string[]): Line {
  return parts.flatMap((part, at) => {
    const theirs = texts[at];
    return theirs === undefined ? [part] : [part, { theirs }];
  });
}
