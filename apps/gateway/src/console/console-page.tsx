import type { ReactNode } from 'react';
import { hasRole } from '../operators';
import { CONSOLE_HOME, ConsoleFrame, type PageContext } from '../pages';
import { CONSOLE_PARTS, type ConsolePart, consoleUrl, ROLE_OF_PART, SECOND_FACTOR_URL } from './console-parts';

interface ConsolePageProps {
  page: PageContext;
  /** The part whose link is marked. Null on pages that belong to none. */
  part: ConsolePart | null;
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** The frame of every page of the console. */
export function ConsolePage({ page, part, ...content }: ConsolePageProps) {
  const { frame: words, secondFactor } = page.words.console;
  const { session } = page;
  return (
    <ConsoleFrame
      page={page}
      {...content}
      home={CONSOLE_HOME}
      service={words.name}
      partsLabel={words.parts}
      parts={partsOf(page).map((name) => ({ text: words[name], href: consoleUrl(name), isCurrent: name === part }))}
      account={
        session && {
          label: words.account,
          name: session.email,
          role: words.roles[session.role],
          links: [
            { text: secondFactor.title, href: SECOND_FACTOR_URL },
            { text: words.site, href: '/' },
          ],
          logOut: { text: words.logOut, href: `${CONSOLE_HOME}/logout` },
        }
      }
    />
  );
}

/** Those that the operator may open. */
const partsOf = ({ session }: PageContext): ConsolePart[] =>
  CONSOLE_PARTS.filter((part) => session !== null && hasRole(session, ROLE_OF_PART[part] ?? 'viewer'));
