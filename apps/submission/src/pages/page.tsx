import type { ReactNode } from 'react';
import { Shell } from '@shipyard/ui';
import type { PageContext } from './page-context';
import { ICON_URL, STYLE_SHEET_URL } from './static-files';
import { LANG_OF, type Language } from './words/words';

const OTHER: Record<Language, Language> = { en: 'zh-CN', 'zh-CN': 'en' };
const REFERENCE_URL = '/api/v1/reference';

export interface PageProps {
  page: PageContext;
  title: string;
  /** Whether the page shows an error, which its title then says first. */
  isError?: boolean;
  children: ReactNode;
}

/** The frame of every page, in the visitor's language and color scheme. */
export function Page({ page: { words, language, scheme, linkWith }, title, isError = false, children }: PageProps) {
  const { shell } = words;
  const other = OTHER[language];
  return (
    <Shell
      lang={LANG_OF[language]}
      scheme={scheme}
      title={`${isError ? shell.errorTitle(title) : title} · Shipyard`}
      styleSheet={STYLE_SHEET_URL}
      icon={ICON_URL}
      words={shell}
      navigation={[{ text: shell.api, href: REFERENCE_URL }]}
      otherLanguage={{ text: shell.otherLanguage, href: linkWith({ lang: other }), lang: LANG_OF[other] }}
      footerLinks={[
        { text: shell.reference, href: REFERENCE_URL },
        { text: 'llms.txt', href: '/llms.txt' },
      ]}
      schemes={[
        { text: shell.systemColors, href: linkWith({ scheme: 'system' }), isChosen: scheme === null },
        { text: shell.lightColors, href: linkWith({ scheme: 'light' }), isChosen: scheme === 'light' },
        { text: shell.darkColors, href: linkWith({ scheme: 'dark' }), isChosen: scheme === 'dark' },
      ]}
    >
      {children}
    </Shell>
  );
}
