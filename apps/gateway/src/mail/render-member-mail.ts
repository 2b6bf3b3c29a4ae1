import { composeMail, type ComposedMail, type Line } from '@shipyard/mail';
import type { MailLanguage } from './mail-languages';
import type { MemberMailKind } from './member-mails';
import { MEMBER_MAILS_ENGLISH } from './words/members.en';
import { MEMBER_MAILS_CHINESE } from './words/members.zh-cn';

export interface MemberMailCatalogue {
  colon: string;
  greeting: string;
  /** Why the reader gets it. */
  why: Readonly<Record<MemberMailKind, string>>;
  mails: Readonly<Record<MemberMailKind, (customerName: string) => MemberMailWords>>;
}

interface MemberMailWords {
  subject: string;
  lines: readonly (string | Line)[];
  action: string;
}

const CATALOGUES: Readonly<Record<MailLanguage, MemberMailCatalogue>> = {
  en: MEMBER_MAILS_ENGLISH,
  'zh-CN': MEMBER_MAILS_CHINESE,
};

interface MemberMailToRender {
  kind: MemberMailKind;
  language: MailLanguage;
  customerName: string;
  url: string;
}

export function renderMemberMail({ kind, language, customerName, url }: MemberMailToRender): ComposedMail {
  const { colon, greeting, why, mails } = CATALOGUES[language];
  const { subject, lines, action } = mails[kind](customerName);
  return composeMail({
    words: { subject, lines, action: { label: action, url } },
    locale: language,
    colon,
    greeting: [greeting],
    sender: 'Shipyard',
    end: [why[kind]],
    stop: null,
  });
}
