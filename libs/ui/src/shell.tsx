import type { ReactNode } from 'react';
import { Mark } from './mark';
import { COLORS } from './tokens';

export type Scheme = 'light' | 'dark';

export interface PageLink {
  text: string;
  href: string;
  /** The language of `text`, where it is not the page's. */
  lang?: string;
}

export interface Choice extends PageLink {
  isChosen: boolean;
}

export interface ShellProps {
  lang: string;
  /** Null follows the system. */
  scheme: Scheme | null;
  title: string;
  styleSheet: string;
  icon: string;
  words: { skip: string; navigation: string; settings: string; about: string };
  navigation: readonly PageLink[];
  /** The other language, in the header. */
  otherLanguage: PageLink;
  footerLinks: readonly PageLink[];
  schemes: readonly Choice[];
  children: ReactNode;
}

/** The whole document round the content of a page. */
export function Shell(props: ShellProps) {
  const { lang, scheme, title, styleSheet, icon, words, children } = props;
  return (
    <html lang={lang} data-scheme={scheme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex" />
        <ThemeColors scheme={scheme} />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="stylesheet" href={styleSheet} />
      </head>
      <body className="ui-page">
        <a className="ui-skip" href="#main">
          {words.skip}
        </a>
        <Header {...props} />
        <main className="ui-main" id="main">
          {children}
        </main>
        <Footer {...props} />
      </body>
    </html>
  );
}

function ThemeColors({ scheme }: { scheme: Scheme | null }) {
  if (scheme !== null) return <meta name="theme-color" content={COLORS.wall[scheme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={COLORS.wall.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={COLORS.wall.dark} />
    </>
  );
}

function Header({ words, navigation, otherLanguage }: ShellProps) {
  return (
    <header className="ui-header">
      <div className="ui-brand" translate="no">
        <Mark />
        Shipyard
      </div>
      <nav className="ui-header-nav" aria-label={words.navigation}>
        <ul className="ui-nav">
          {navigation.map((link) => (
            <NavItem key={link.href} link={link} />
          ))}
        </ul>
        <ul className="ui-nav">
          <NavItem link={otherLanguage} />
        </ul>
      </nav>
    </header>
  );
}

function NavItem({ link: { text, href, lang } }: { link: PageLink }) {
  return (
    <li>
      <a className="ui-nav-link" href={href} lang={lang} hrefLang={lang}>
        {text}
      </a>
    </li>
  );
}

function Footer({ words, footerLinks, schemes }: ShellProps) {
  return (
    <footer className="ui-footer">
      <div className="ui-footer-inner">
        <p className="ui-footer-about">{words.about}</p>
        <ul className="ui-choices">
          {footerLinks.map((link) => (
            <NavItem key={link.href} link={link} />
          ))}
        </ul>
        <nav aria-label={words.settings}>
          <ul className="ui-choices">
            {schemes.map((choice) =>
              choice.isChosen ? (
                <li key={choice.text} className="ui-choice-now" aria-current="true">
                  {choice.text}
                </li>
              ) : (
                <NavItem key={choice.text} link={choice} />
              ),
            )}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
