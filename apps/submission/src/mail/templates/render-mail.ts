import { composeMail, type ComposedMail } from '@shipyard/mail';
import { isGuardianKind, isLinkedKind, isSecurityKind, type MailKind } from '../outbox/mail-kinds';
import type { MailCatalogue, MailFacts, MailLocale } from './mail-words';
import { ENGLISH } from './words.en';
import { CHINESE } from './words.zh-cn';

export const CATALOGUES: Readonly<Record<MailLocale, MailCatalogue>> = { en: ENGLISH, 'zh-CN': CHINESE };

export interface MailToRender {
  kind: MailKind;
  locale: MailLocale;
  /** Null if the reader may be a stranger to the account: its name is what anybody wrote. */
  displayName: string | null;
  facts: MailFacts;
  /** Where the reader stops all mail but security mail. */
  stopUrl: string;
}

export function renderMail({ kind, locale, displayName, facts, stopUrl }: MailToRender): ComposedMail {
  const catalogue = CATALOGUES[locale];
  return composeMail({
    words: catalogue.kinds[kind](facts),
    locale,
    colon: catalogue.colon,
    greeting: catalogue.greeting(displayName),
    sender: 'Shipyard',
    end: endOf(kind, catalogue),
    stop: isSecurityKind(kind) ? null : { label: catalogue.stop, url: stopUrl },
  });
}

function endOf(kind: MailKind, { ignore, why, whyGuardian }: MailCatalogue): readonly string[] {
  if (isGuardianKind(kind)) return [whyGuardian];
  return [isLinkedKind(kind) ? ignore : why];
}
