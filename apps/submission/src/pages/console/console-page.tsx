import { LANG_OF, NAME_OF, otherLanguageOf } from '@shipyard/pages';
import { Mark, PersonText } from '@shipyard/ui';
import type { StyleSheetName } from '@shipyard/ui/style-sheet';
import type { ReactNode } from 'react';
import type { Caller } from '../../accounts';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { CsrfField } from '../studio/csrf-field';
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
      header={<ConsoleHeader page={page} caller={caller} part={part} />}
    >
      <div className="ui-console">{children}</div>
    </Page>
  );
}

export { CsrfField };

function ConsoleHeader({ page, caller, part }: Pick<ConsolePageProps, 'page' | 'caller' | 'part'>) {
  const words = page.words.console.frame;
  return (
    <header className="ui-header ui-cluster ui-studio-header ui-console-header ui-screen-only">
      <a className="ui-brand" href={CONSOLE_HOME} translate="no">
        <Mark />
        <span className="ui-brand-name">Shipyard</span>
      </a>
      <nav className="ui-console-parts" aria-label={words.parts}>
        {partsOf(caller).map((name) => (
          <a
            key={name}
            className="ui-nav-link"
            href={consoleUrl(name)}
            aria-current={name === part ? 'page' : undefined}
          >
            {words[name]}
          </a>
        ))}
      </nav>
      <AccountMenu page={page} caller={caller} />
    </header>
  );
}

function AccountMenu({ page, caller }: Pick<ConsolePageProps, 'page' | 'caller'>) {
  const words = page.words.console.frame;
  const other = otherLanguageOf(page.language);
  return (
    <nav className="ui-studio-account" aria-label={words.account}>
      <details className="ui-menu">
        <summary className="ui-menu-button">
          <span className="ui-menu-name">
            <PersonText text={caller.handle} />
          </span>
          <span className="ui-menu-lines" />
        </summary>
        <div className="ui-menu-list ui-menu-end">
          <a
            className="ui-nav-link"
            href={page.linkWith({ lang: other })}
            lang={LANG_OF[other]}
            hrefLang={LANG_OF[other]}
          >
            {NAME_OF[other]}
          </a>
          <a className="ui-nav-link" href={`${CONSOLE_HOME}/second-factor`}>
            {words.secondFactor}
          </a>
          <a className="ui-nav-link" href="/studio/settings">
            {words.settings}
          </a>
          <a className="ui-nav-link" href="/studio">
            {words.studio}
          </a>
          <a className="ui-nav-link" href="/">
            {words.wall}
          </a>
          <form method="post" action="/logout" data-log-out="">
            <CsrfField page={page} />
            <button className="ui-nav-link ui-menu-action" type="submit">
              {words.logOut}
            </button>
          </form>
        </div>
      </details>
    </nav>
  );
}
