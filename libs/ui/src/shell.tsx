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

/** What search engines, feed readers and previews of links read. */
export interface PageHead {
  description?: string;
  /** The one URL of what the page shows. */
  canonicalUrl?: string;
  isIndexed?: boolean;
  image?: { url: string; alt: string };
  /** As in Open Graph. */
  type?: 'website' | 'article' | 'profile';
  feeds?: readonly { title: string; url: string }[];
  /** In the words of schema.org. */
  structuredData?: object;
}

export interface PageScript {
  url: string;
  /** Needed where the policy of the page names a script by its hash. */
  integrity?: string;
}

export interface NavigationLink extends PageLink {
  isCurrent: boolean;
}

export interface ShellProps {
  lang: string;
  head: PageHead;
  /** Null follows the system. */
  scheme: Scheme | null;
  title: string;
  styleSheets: readonly string[];
  firstFont: string;
  /** Modules. */
  scripts: readonly PageScript[];
  icon: string;
  /** For the screen of a phone. */
  touchIcon: string;
  words: { skip: string; navigation: string; menu: string; settings: string; languages: string; about: string };
  homeUrl: string;
  navigation: readonly NavigationLink[];
  /** At the end of the header: what the visitor can do about an account. */
  account: readonly PageLink[];
  /** The place where the visitor works, as a button. A service without one has none. */
  studio?: PageLink;
  /** The other language, in the header. */
  otherLanguage: PageLink;
  footerLinks: readonly PageLink[];
  /** All languages, in the footer. */
  languages: readonly Choice[];
  schemes: readonly Choice[];
  /** Replaces the header of public pages. */
  header?: ReactNode;
  children: ReactNode;
}

/** The whole document round the content of a page. */
export function Shell(props: ShellProps) {
  const { lang, scheme, title, head, styleSheets, firstFont, scripts, icon, touchIcon, words, children } = props;
  return (
    <html lang={lang} data-scheme={scheme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <title>{title}</title>
        {!head.isIndexed && <meta name="robots" content="noindex" />}
        <HeadTags title={title} head={head} />
        <ThemeColors scheme={scheme} />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={touchIcon} />
        <link rel="preload" href={firstFont} as="font" type="font/woff2" crossOrigin="" />
        {styleSheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {scripts.map(({ url, integrity }) => (
          <script key={url} type="module" src={url} integrity={integrity} />
        ))}
      </head>
      <body className="ui-page">
        <a className="ui-skip" href="#main">
          {words.skip}
        </a>
        {props.header ?? <Header {...props} />}
        <main className="ui-main" id="main">
          {children}
        </main>
        <Footer {...props} />
      </body>
    </html>
  );
}

function HeadTags({ title, head }: Pick<ShellProps, 'title' | 'head'>) {
  const { description, canonicalUrl, image, type = 'website', feeds = [], structuredData } = head;
  return (
    <>
      {description && <meta name="description" content={description} />}
      {canonicalUrl && (
        <>
          <link rel="canonical" href={canonicalUrl} />
          <meta property="og:url" content={canonicalUrl} />
          <meta property="og:type" content={type} />
          <meta property="og:site_name" content="Shipyard" />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
        </>
      )}
      {image && (
        <>
          <meta property="og:image" content={image.url} />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {feeds.map(({ title: name, url }) => (
        <link key={url} rel="alternate" type="application/atom+xml" title={name} href={url} />
      ))}
      {structuredData && (
        <script
          type="application/ld+json"
          // "<" could end the element early.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(structuredData).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
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

/** On a phone, its links are behind a button, which opens without a script, so that the header has one row. */
function Header({ words, homeUrl, navigation, otherLanguage, account, studio }: ShellProps) {
  const pages = navigation.map((link) => <NavItem key={link.href} link={link} isCurrent={link.isCurrent} />);
  const others = [otherLanguage, ...account].map((link) => <NavItem key={link.href} link={link} />);
  return (
    <header className="ui-header ui-cluster">
      <a className="ui-brand" href={homeUrl} translate="no">
        <Mark />
        <span className="ui-brand-name">Shipyard</span>
      </a>
      <nav className="ui-header-nav ui-spread" aria-label={words.navigation}>
        <ul className="ui-cluster ui-nav ui-wide-only">{pages}</ul>
        <ul className="ui-cluster ui-nav ui-wide-only">{others}</ul>
        {studio && (
          <a className="ui-button ui-button-secondary" href={studio.href}>
            {studio.text}
          </a>
        )}
        <details className="ui-menu ui-narrow-only">
          <summary className="ui-menu-button">
            <span className="ui-unseen">{words.menu}</span>
            <span className="ui-menu-lines" />
          </summary>
          <ul className="ui-menu-list ui-menu-end">
            {pages}
            {others}
          </ul>
        </details>
      </nav>
    </header>
  );
}

function NavItem({ link: { text, href, lang }, isCurrent }: { link: PageLink; isCurrent?: boolean }) {
  return (
    <li>
      <a className="ui-nav-link" href={href} lang={lang} hrefLang={lang} aria-current={isCurrent ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
}

function Footer({ words, footerLinks, languages, schemes }: ShellProps) {
  return (
    <footer className="ui-footer">
      <div className="ui-spread ui-footer-inner">
        <p className="ui-footer-about">{words.about}</p>
        <ul className="ui-cluster">
          {footerLinks.map((link) => (
            <NavItem key={link.href} link={link} />
          ))}
        </ul>
        <Choices label={words.languages} choices={languages} />
        <Choices label={words.settings} choices={schemes} />
      </div>
    </footer>
  );
}

function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label}>
      <ul className="ui-cluster">
        {choices.map((choice) =>
          choice.isChosen ? (
            <li key={choice.text} className="ui-choice-now" lang={choice.lang} aria-current="true">
              {choice.text}
            </li>
          ) : (
            <NavItem key={choice.text} link={choice} />
          ),
        )}
      </ul>
    </nav>
  );
}
