import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageScript, Scheme } from '@shipyard/ui';
import { languageFromHeader } from './accept';
import { isLanguage, type Language } from './language';

export interface PageSession {
  /** The forms of the page carry it. */
  csrfToken: string;
}

/** What every page knows about the request that it answers. */
export interface PageContext<Words = unknown, Session extends PageSession = PageSession> {
  language: Language;
  words: Words;
  /** Null follows the system. */
  scheme: Scheme | null;
  requestId: string;
  /** Where visitors reach the service, without a slash at the end. */
  site: string;
  path: string;
  /** Null for a visitor who is not signed in. */
  session: Session | null;
  /** Lets the scripts of the page add styles. Null for a page without scripts. */
  nonce: string | null;
  /** The scripts that the policy of the page allows. */
  scripts: readonly PageScript[];
  /** The policy allows it too, and the page loads it where it has something to play. */
  player: PageScript | null;
  /** A link to this page with another language or color scheme. It has no path, so it cannot lead elsewhere. */
  linkWith: (choice: Readonly<Record<string, string>>) => string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const LANGUAGE = 'lang';
const SCHEME = 'scheme';

type PageRequest = IncomingMessage & { originalUrl?: string };

/** What the service knows of every request. */
export interface PageSource<Words, Session extends PageSession> {
  site: string;
  words: Readonly<Record<Language, Words>>;
  sessionOf: (request: IncomingMessage) => Session | null;
  /** The language of the visitor's account. */
  localeOf: (request: IncomingMessage) => Language | null;
}

/** A language or color scheme in the query is kept in a cookie, so that links of the other pages need not repeat it. */
export function pageContextOf<Words, Session extends PageSession>(
  request: PageRequest,
  response: ServerResponse,
  { site, words, sessionOf, localeOf }: PageSource<Words, Session>,
  { nonce, scripts, player }: Pick<PageContext, 'nonce' | 'scripts' | 'player'>,
): PageContext<Words, Session> {
  const query = queryOf(request);
  const cookies = cookiesOf(request);
  const choose = (name: string, isKnown: (value: string | null) => boolean) => {
    const chosen = query.get(name);
    if (chosen === null || !isKnown(chosen)) return cookies.get(name) ?? null;
    const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${site.startsWith('https:') ? '; Secure' : ''}`;
    response.appendHeader('set-cookie', `${name}=${chosen}; ${attributes}`);
    return chosen;
  };
  const language = languageFor(choose(LANGUAGE, isLanguage), request, localeOf(request));
  const scheme = choose(SCHEME, (value) => value === 'system' || isScheme(value));
  return {
    language,
    words: words[language],
    scheme: isScheme(scheme) ? scheme : null,
    requestId: String(response.getHeader('x-request-id')),
    site,
    path: pathOf(request),
    session: sessionOf(request),
    nonce,
    scripts,
    player,
    linkWith: (choice) => {
      const changed = new URLSearchParams(query);
      for (const [name, value] of Object.entries(choice)) changed.set(name, value);
      return `?${changed.toString()}`;
    },
  };
}

/** The switch, else the account's, else the browser's, else English. */
function languageFor(chosen: string | null, request: IncomingMessage, locale: Language | null): Language {
  if (isLanguage(chosen)) return chosen;
  return locale ?? languageFromHeader(request.headers['accept-language']) ?? 'en';
}

/** The language of the page that this request asks for or comes from. */
export function languageOf(request: PageRequest, locale: Language | null): Language {
  return languageFor(queryOf(request).get(LANGUAGE) ?? cookiesOf(request).get(LANGUAGE) ?? null, request, locale);
}

const isScheme = (value: string | null): value is Scheme => value === 'light' || value === 'dark';

function queryOf({ originalUrl, url = '/' }: PageRequest): URLSearchParams {
  const target = originalUrl ?? url;
  const queryAt = target.indexOf('?');
  return new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1));
}

const pathOf = ({ originalUrl, url = '/' }: PageRequest) => (originalUrl ?? url).split('?', 1)[0] ?? '/';

function cookiesOf({ headers }: IncomingMessage): Map<string, string> {
  const pairs = (headers.cookie ?? '').split(';').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return [name, value];
  });
  return new Map(pairs);
}
