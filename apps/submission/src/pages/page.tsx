import type { ReactNode } from 'react';
import { DataBlock, type PageHead, type PageLink, Shell, STUDIO_FACTS_ID, type StudioFacts } from '@shipyard/ui';
import type { StyleSheetName } from '@shipyard/ui/style-sheet';
import type { PageContext } from './page-context';
import { FIRST_FONT_URL, ICON_URL, styleSheetUrl } from './static-files';
import { LANG_OF, otherLanguageOf, type Words } from './words/words';

const REFERENCE_URL = '/api/v1/reference';

export interface PageProps {
  page: PageContext;
  title: string;
  head?: PageHead;
  /** Whether the page shows an error, which its title then says first. */
  isError?: boolean;
  /** Besides those of every page, and of every page of the studio. */
  styleSheets?: readonly StyleSheetName[];
  /** Replaces the header of public pages. */
  header?: ReactNode;
  children: ReactNode;
}

/** The frame of every page, in the visitor's language and color scheme. */
export function Page({ page, title, head = {}, isError = false, styleSheets = [], header, children }: PageProps) {
  const { words, language, scheme, linkWith } = page;
  const { shell } = words;
  const other = otherLanguageOf(language);
  return (
    <Shell
      lang={LANG_OF[language]}
      scheme={scheme}
      title={`${isError ? shell.errorTitle(title) : title} · Shipyard`}
      head={head}
      styleSheets={sheetsOf(page, styleSheets).map(styleSheetUrl)}
      firstFont={FIRST_FONT_URL}
      scripts={page.scripts}
      header={header}
      icon={ICON_URL}
      words={shell}
      homeUrl="/"
      navigation={navigationOf(page)}
      account={accountLinks(page)}
      studio={{ text: shell.studio, href: '/studio' }}
      otherLanguage={{ text: shell.otherLanguage, href: linkWith({ lang: other }), lang: LANG_OF[other] }}
      footerLinks={[
        { text: shell.reference, href: REFERENCE_URL },
        { text: shell.forAssistants, href: '/assistants' },
      ]}
      schemes={[
        { text: shell.systemColors, href: linkWith({ scheme: 'system' }), isChosen: scheme === null },
        { text: shell.lightColors, href: linkWith({ scheme: 'light' }), isChosen: scheme === 'light' },
        { text: shell.darkColors, href: linkWith({ scheme: 'dark' }), isChosen: scheme === 'dark' },
      ]}
    >
      {children}
      {page.nonce !== null && <DataBlock id={STUDIO_FACTS_ID} facts={studioFacts(page, page.nonce)} />}
    </Shell>
  );
}

function studioFacts({ session, language, words }: PageContext, nonce: string): StudioFacts {
  return { session, lang: LANG_OF[language], nonce, words: words.scripts };
}

function sheetsOf(page: PageContext, more: readonly StyleSheetName[]): StyleSheetName[] {
  const own: StyleSheetName[] = isInStudio(page) ? ['written', 'project', 'studio'] : [];
  return [...new Set<StyleSheetName>(['pages', ...own, ...more])];
}

const isInStudio = ({ path }: PageContext) => path === '/studio' || path.startsWith('/studio/');

function navigationOf({ words: { shell }, path }: PageContext) {
  return [
    { text: shell.projects, href: '/', isCurrent: path === '/' },
    { text: shell.programs, href: '/programs', isCurrent: path === '/programs' },
    { text: shell.api, href: REFERENCE_URL, isCurrent: false },
  ];
}

/** Who is signed in finds the way out in the studio. */
const accountLinks = ({ session, words: { shell } }: PageContext & { words: Words }): PageLink[] =>
  session === null ? [{ text: shell.signIn, href: '/login' }] : [];
