import type { ReactNode } from 'react';
import { ConsoleHeader } from '@shipyard/pages';
import { CONSOLE_HOME, Page, type PageContext } from '../pages';
import { CONSOLE_PARTS, type ConsolePart, consoleUrl, SECOND_FACTOR_URL } from './console-parts';

interface ConsolePageProps {
  page: PageContext;
  /** The part whose link is marked. Null on pages that belong to none. */
  part: ConsolePart | null;
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** The frame of every page of the console. */
export function ConsolePage({ page, part, title, isError, children }: ConsolePageProps) {
  return (
    <Page
      page={page}
      title={title}
      isError={isError}
      styleSheets={['studio', 'console', 'operators']}
      header={<Header page={page} part={part} />}
    >
      <div className="ui-console">{children}</div>
    </Page>
  );
}

function Header({ page, part }: Pick<ConsolePageProps, 'page' | 'part'>) {
  const words = page.words.console.frame;
  const { session } = page;
  return (
    <ConsoleHeader
      page={page}
      home={CONSOLE_HOME}
      service={words.name}
      partsLabel={words.parts}
      parts={CONSOLE_PARTS.map((name) => ({ text: words[name], href: consoleUrl(name), isCurrent: name === part }))}
      account={
        session && {
          label: words.account,
          name: session.email,
          role: words.roles[session.role],
          links: [
            { text: page.words.console.secondFactor.title, href: SECOND_FACTOR_URL },
            { text: words.site, href: '/' },
          ],
          logOut: { text: words.logOut, href: `${CONSOLE_HOME}/logout` },
        }
      }
    />
  );
}
