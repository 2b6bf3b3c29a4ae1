import type { ReactNode } from 'react';
import { LANG_OF, PageFrame } from '@shipyard/pages';
import { DataBlock, type PageHead, type PageLink, STUDIO_FACTS_ID, type StudioFacts } from '@shipyard/ui';
import type { StyleSheetName } from '@shipyard/ui/style-sheet';
import { SITE_PAGE_IDS } from '../site-pages';
import { CONSOLE_HOME } from './console/console-parts';
import type { PageContext } from './page-context';

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

/** The frame of every page of this service. */
export function Page({ page, title, head = {}, isError = false, styleSheets = [], header, children }: PageProps) {
  const { shell } = page.words;
  return (
    <PageFrame
      page={page}
      words={shell}
      title={title}
      head={head}
      isError={isError}
      styleSheets={isInStudio(page) ? ['written', 'project', 'studio', ...styleSheets] : styleSheets}
      header={header}
      navigation={navigationOf(page)}
      account={accountLinks(page)}
      studio={wayIn(page)}
      footerLinks={[
        { text: shell.reference, href: REFERENCE_URL },
        { text: shell.forAssistants, href: '/assistants' },
        { text: 'llms.txt', href: '/llms.txt' },
        ...SITE_PAGE_IDS.map((id) => ({ text: page.words.sitePages.links[id], href: `/${id}` })),
      ]}
    >
      {children}
      {page.nonce !== null && <DataBlock id={STUDIO_FACTS_ID} facts={studioFacts(page, page.nonce)} />}
    </PageFrame>
  );
}

function studioFacts({ session, language, words }: PageContext, nonce: string): StudioFacts {
  const named = session && { handle: session.handle, csrfToken: session.csrfToken };
  return { session: named, lang: LANG_OF[language], nonce, words: words.scripts };
}

const isInStudio = ({ path }: PageContext) => path === '/studio' || path.startsWith('/studio/');

function navigationOf({ words: { shell }, path }: PageContext) {
  return [
    { text: shell.projects, href: '/', isCurrent: path === '/' },
    { text: shell.programs, href: '/programs', isCurrent: path === '/programs' },
    { text: shell.api, href: REFERENCE_URL, isCurrent: false },
  ];
}

/** A stranger joins. Who has an account and is signed out logs in. */
const wayIn = ({ session, words: { shell, signIn } }: PageContext): PageLink =>
  session === null ? { text: signIn.join, href: '/join' } : { text: shell.studio, href: '/studio' };

/** Who is signed in finds the way out in the studio, and staff their work in the console. */
function accountLinks({ session, words: { shell } }: PageContext): PageLink[] {
  if (session === null) return [{ text: shell.signIn, href: '/login' }];
  return session.isStaff ? [{ text: shell.console, href: CONSOLE_HOME }] : [];
}
