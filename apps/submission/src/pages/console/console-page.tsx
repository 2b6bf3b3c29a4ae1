import { ConsoleHeader } from '@shipyard/pages';
import type { StyleSheetName } from '@shipyard/ui/style-sheet';
import type { ReactNode } from 'react';
import type { Caller } from '../../accounts';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { CONSOLE_HOME, type ConsolePart, consoleUrl, partsOf } from './console-parts';

interface ConsolePageProps {
  page: PageContext;
  caller: Caller;
  /** The part whose link is marked. Null on pages that belong to none. */
  part: ConsolePart | null;
  title: string;
  isError?: boolean;
  styleSheets?: readonly StyleSheetName[];
  children: ReactNode;
}

/** The frame of every page of the staff console. */
export function ConsolePage({ page, caller, part, title, isError, styleSheets = [], children }: ConsolePageProps) {
  return (
    <Page
      page={page}
      title={title}
      isError={isError}
      styleSheets={['written', 'project', 'studio', 'console', ...styleSheets]}
      header={<Header page={page} caller={caller} part={part} />}
    >
      <div className="ui-console">{children}</div>
    </Page>
  );
}

function Header({ page, caller, part }: Pick<ConsolePageProps, 'page' | 'caller' | 'part'>) {
  const words = page.words.console.frame;
  return (
    <ConsoleHeader
      page={page}
      home={CONSOLE_HOME}
      partsLabel={words.parts}
      parts={partsOf(caller).map((name) => ({ text: words[name], href: consoleUrl(name), isCurrent: name === part }))}
      account={{
        label: words.account,
        name: caller.handle,
        links: [
          { text: words.secondFactor, href: `${CONSOLE_HOME}/second-factor` },
          { text: words.settings, href: '/studio/settings' },
          { text: words.studio, href: '/studio' },
          { text: words.wall, href: '/' },
        ],
        logOut: { text: words.logOut, href: '/logout' },
      }}
    />
  );
}
