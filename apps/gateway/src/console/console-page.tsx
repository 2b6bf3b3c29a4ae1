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
export function ConsolePage({ page, ...content }: ConsolePageProps) {
  const { frame: words, secondFactor } = page.words.console;
  return (
    <ConsoleFrame
      page={page}
      {...content}
      words={words}
      home={CONSOLE_HOME}
      parts={partsOf(page)}
      urlOf={consoleUrl}
      links={[
        { text: secondFactor.title, href: SECOND_FACTOR_URL },
        { text: words.site, href: '/' },
      ]}
    />
  );
}

/** Those that the operator may open. */
const partsOf = ({ session }: PageContext): ConsolePart[] =>
  CONSOLE_PARTS.filter((part) => session !== null && hasRole(session, ROLE_OF_PART[part] ?? 'viewer'));
