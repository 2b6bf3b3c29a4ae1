import { composeMail, type ComposedMail, type MailPage } from '@shipyard/mail';
import { isGuardianKind, isLinkedKind, isSecurityKind, type MailKind } from '../outbox/mail-kinds';
import type { MailCatalogue, MailFacts, MailLocale } from './mail-words';
import { ENGLISH } from './words.en';
import { CHINESE } from './words.zh-cn';

export const CATALOGUES: Readonly<Record<MailLocale, MailCatalogue>> = { en: ENGLISH, 'zh-CN': CHINESE };

export interface MailToRender {
  kind: MailKind;
  /** The mail says all of it in each, one after the other. */
  locales: readonly [MailLocale, ...MailLocale[]];
  /** Null if the reader may be a stranger to the account: its name is what anybody wrote. */
  displayName: string | null;
  facts: MailFacts;
  /** Where the reader stops all mail but security mail. */
  stopUrl: string;
}

export function renderMail({ locales: [first, ...others], ...mail }: MailToRender): ComposedMail {
  return composeMail(pageIn(first, mail), ...others.map((locale) => pageIn(locale, mail)));
}

function pageIn(locale: MailLocale, { kind, displayName, facts, stopUrl }: Omit<MailToRender, 'locales'>): MailPage {
  const catalogue = CATALOGUES[locale];
  return {
    words: catalogue.kinds[kind](isGuardianKind(kind) ? { ...facts, url: inLanguage(facts.url, locale) } : facts),
    locale,
    colon: catalogue.colon,
    greeting: catalogue.greeting(displayName),
    sender: 'Shipyard',
    end: endOf(kind, catalogue),
    stop: isSecurityKind(kind) ? null : { label: catalogue.stop, url: stopUrl },
  };
}

/** The page opens in the language of the part that was read. Readers with an account have chosen theirs. */
const inLanguage = (url: string, locale: MailLocale) => `${url}${url.includes('?') ? '&' : '?'}lang=${locale}`;

function endOf(kind: MailKind, { ignore, why, whyGuardian }: MailCatalogue): readonly string[] {
  if (isGuardianKind(kind)) return [whyGuardian];
  return [isLinkedKind(kind) ? ignore : why];
}
