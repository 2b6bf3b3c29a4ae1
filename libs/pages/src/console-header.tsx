import { Mark, PersonText } from '@shipyard/ui';
import { CsrfField } from './csrf-field';
import { LANG_OF, NAME_OF, otherLanguageOf } from './language';
import type { PageContext } from './page-context';

interface ConsoleLink {
  text: string;
  href: string;
}

export interface ConsoleHeaderProps {
  page: Pick<PageContext, 'language' | 'linkWith' | 'session'>;
  home: string;
  /** Beside the mark on a wide screen, to tell consoles apart. */
  service?: string;
  /** The parts of the console, and which is shown. */
  parts: readonly (ConsoleLink & { isCurrent: boolean })[];
  partsLabel: string;
  /** Null before the log-in. */
  account: ConsoleAccount | null;
}

export interface ConsoleAccount {
  label: string;
  /** How the person who is logged in is called. */
  name: string;
  /** What they may do. */
  role?: string;
  links: readonly ConsoleLink[];
  logOut: ConsoleLink;
}

/** Of every console: its parts, and the menu of who is logged in. */
export function ConsoleHeader({ page, home, service, parts, partsLabel, account }: ConsoleHeaderProps) {
  return (
    <header className="ui-header ui-cluster ui-studio-header ui-console-header ui-screen-only">
      <a className="ui-brand" href={home} translate="no">
        <Mark />
        <span className="ui-brand-name ui-unseen-narrow">Shipyard</span>
        {service !== undefined && <span className="ui-brand-service ui-wide-only">{service}</span>}
      </a>
      <nav className="ui-console-parts" aria-label={partsLabel}>
        {parts.map(({ text, href, isCurrent }) => (
          <a key={href} className="ui-nav-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      {account && <AccountMenu page={page} account={account} />}
    </header>
  );
}

function AccountMenu({ page, account }: { page: ConsoleHeaderProps['page']; account: ConsoleAccount }) {
  const other = otherLanguageOf(page.language);
  const { label, name, role, links, logOut } = account;
  return (
    <nav className="ui-studio-account" aria-label={label}>
      <details className="ui-menu">
        <summary className="ui-menu-button ui-chevron">
          <span className="ui-menu-name ui-unseen-narrow">
            <PersonText text={name} />
          </span>
          <span className="ui-menu-lines" />
        </summary>
        <div className="ui-menu-list ui-menu-end">
          {role !== undefined && <p className="ui-menu-note">{role}</p>}
          <a
            className="ui-nav-link"
            href={page.linkWith({ lang: other })}
            lang={LANG_OF[other]}
            hrefLang={LANG_OF[other]}
          >
            {NAME_OF[other]}
          </a>
          {links.map(({ text, href }) => (
            <a key={href} className="ui-nav-link" href={href}>
              {text}
            </a>
          ))}
          {/* The scripts of the studio then remove the drafts of the account. */}
          <form method="post" action={logOut.href} data-log-out="">
            <CsrfField page={page} />
            <button className="ui-nav-link ui-plain-button ui-menu-action" type="submit">
              {logOut.text}
            </button>
          </form>
        </div>
      </details>
    </nav>
  );
}
