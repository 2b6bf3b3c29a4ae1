import type { ReactNode } from 'react';
import { LANG_OF, NAME_OF, otherLanguageOf } from '@shipyard/pages';
import { Mark, PersonText } from '@shipyard/ui';
import { CONSOLE_HOME, CsrfField, Page, type PageContext } from '../pages';
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
      header={<ConsoleHeader page={page} part={part} />}
    >
      <div className="ui-console">{children}</div>
    </Page>
  );
}

function ConsoleHeader({ page, part }: Pick<ConsolePageProps, 'page' | 'part'>) {
  const words = page.words.console.frame;
  return (
    <header className="ui-header ui-cluster ui-studio-header ui-console-header ui-screen-only">
      <a className="ui-brand" href={CONSOLE_HOME} translate="no">
        <Mark />
        <span className="ui-brand-name">Shipyard</span>
        <span className="ui-brand-service ui-wide-only">{words.name}</span>
      </a>
      <nav className="ui-console-parts" aria-label={words.parts}>
        {CONSOLE_PARTS.map((name) => (
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
      {page.session && <AccountMenu page={page} session={page.session} />}
    </header>
  );
}

function AccountMenu({ page, session }: { page: PageContext; session: NonNullable<PageContext['session']> }) {
  const words = page.words.console.frame;
  const other = otherLanguageOf(page.language);
  return (
    <nav className="ui-studio-account" aria-label={words.account}>
      <details className="ui-menu">
        <summary className="ui-menu-button">
          <span className="ui-menu-name">
            <PersonText text={session.email} />
          </span>
          <span className="ui-menu-lines" />
        </summary>
        <div className="ui-menu-list ui-menu-end">
          <p className="ui-menu-note">{words.roles[session.role]}</p>
          <a
            className="ui-nav-link"
            href={page.linkWith({ lang: other })}
            lang={LANG_OF[other]}
            hrefLang={LANG_OF[other]}
          >
            {NAME_OF[other]}
          </a>
          <a className="ui-nav-link" href={SECOND_FACTOR_URL}>
            {page.words.console.secondFactor.title}
          </a>
          <a className="ui-nav-link" href="/">
            {words.site}
          </a>
          <form method="post" action={`${CONSOLE_HOME}/logout`}>
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
