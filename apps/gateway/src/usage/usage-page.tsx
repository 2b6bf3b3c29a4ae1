import type { ReactNode } from 'react';
import { LANG_OF, NAME_OF, otherLanguageOf } from '@shipyard/pages';
import { Mark, PersonText } from '@shipyard/ui';
import { CsrfField, Page, USAGE_HOME } from '../pages';
import type { MemberPage, MemberSession } from './member-pages';
import { USAGE_PARTS, type UsagePart, usageUrl } from './usage-parts';

interface UsagePageProps {
  page: MemberPage;
  /** The part whose link is marked. Null on pages that belong to none. */
  part: UsagePart | null;
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** The frame of every page that members enter. */
export function UsagePage({ page, part, title, isError, children }: UsagePageProps) {
  return (
    <Page
      page={page}
      title={title}
      isError={isError}
      styleSheets={['studio', 'console', 'operators']}
      header={<UsageHeader page={page} part={part} />}
    >
      <div className="ui-console">{children}</div>
    </Page>
  );
}

/** What only an owner may open is left out for others. */
export const partsOf = ({ session }: MemberPage): UsagePart[] =>
  USAGE_PARTS.filter((part) => part !== 'members' || session?.role === 'owner');

function UsageHeader({ page, part }: Pick<UsagePageProps, 'page' | 'part'>) {
  const words = page.words.usage.frame;
  return (
    <header className="ui-header ui-cluster ui-studio-header ui-console-header ui-screen-only">
      <a className="ui-brand" href={USAGE_HOME} translate="no">
        <Mark />
        <span className="ui-brand-name">Shipyard</span>
        <span className="ui-brand-service ui-wide-only">{words.name}</span>
      </a>
      <nav className="ui-console-parts" aria-label={words.parts}>
        {partsOf(page).map((name) => (
          <a key={name} className="ui-nav-link" href={usageUrl(name)} aria-current={name === part ? 'page' : undefined}>
            {words[name]}
          </a>
        ))}
      </nav>
      {page.session && <AccountMenu page={page} session={page.session} />}
    </header>
  );
}

function AccountMenu({ page, session }: { page: MemberPage; session: MemberSession }) {
  const words = page.words.usage.frame;
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
          <a className="ui-nav-link" href={usageUrl('account')}>
            {page.words.usage.account.title}
          </a>
          <a className="ui-nav-link" href="/docs">
            {words.docs}
          </a>
          <form method="post" action={`${USAGE_HOME}/logout`}>
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
