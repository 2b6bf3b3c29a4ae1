import type { ReactNode } from 'react';
import { type PageHead, type PageLink, Shell, type ShellProps } from '@shipyard/ui';
import type { StyleSheetName } from '@shipyard/ui/style-sheet';
import { LANG_OF, LANGUAGES, NAME_OF, otherLanguageOf } from './language';
import type { PageContext } from './page-context';
import { FIRST_FONT_URL, ICON_URL, styleSheetUrl, TOUCH_ICON_URL } from './static-files';

type ShellWords = ShellProps['words'];

export interface FrameWords extends ShellWords {
  systemColors: string;
  lightColors: string;
  darkColors: string;
  errorTitle: (title: string) => string;
}

interface PageFrameProps extends Pick<ShellProps, 'navigation' | 'account' | 'studio' | 'header'> {
  page: PageContext;
  words: FrameWords;
  title: string;
  head: PageHead;
  /** Whether the page shows an error, which its title then says first. */
  isError: boolean;
  /** Besides `pages`. */
  styleSheets: readonly StyleSheetName[];
  footerLinks: readonly PageLink[];
  children: ReactNode;
}

/** The frame of every page, in the visitor's language and color scheme. */
export function PageFrame({ page, words, title, isError, styleSheets, children, ...own }: PageFrameProps) {
  const { language, scheme, linkWith } = page;
  const other = otherLanguageOf(language);
  return (
    <Shell
      {...own}
      lang={LANG_OF[language]}
      scheme={scheme}
      title={`${isError ? words.errorTitle(title) : title} · Shipyard`}
      styleSheets={[...new Set<StyleSheetName>(['pages', ...styleSheets])].map(styleSheetUrl)}
      firstFont={FIRST_FONT_URL}
      scripts={page.scripts}
      icon={ICON_URL}
      touchIcon={TOUCH_ICON_URL}
      words={words}
      homeUrl="/"
      otherLanguage={{ text: NAME_OF[other], href: linkWith({ lang: other }), lang: LANG_OF[other] }}
      languages={LANGUAGES.map((each) => ({
        text: NAME_OF[each],
        href: linkWith({ lang: each }),
        lang: LANG_OF[each],
        isChosen: each === language,
      }))}
      schemes={[
        { text: words.systemColors, href: linkWith({ scheme: 'system' }), isChosen: scheme === null },
        { text: words.lightColors, href: linkWith({ scheme: 'light' }), isChosen: scheme === 'light' },
        { text: words.darkColors, href: linkWith({ scheme: 'dark' }), isChosen: scheme === 'dark' },
      ]}
    >
      {children}
    </Shell>
  );
}
