import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Scheme } from '@shipyard/ui';
import { callerOf } from '../accounts';
import { languageFromHeader } from './accept';
import { CATALOGS, isLanguage, type Language, type Words } from './words/words';

/** What every page knows about the request that it answers. */
export interface PageContext {
  language: Language;
  words: Words;
  /** Null follows the system. */
  scheme: Scheme | null;
  requestId: string;
  /** A link to this page with another language or color scheme. It has no path, so it cannot lead elsewhere. */
  linkWith: (choice: Readonly<Record<string, string>>) => string;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const LANGUAGE = 'lang';
const SCHEME = 'scheme';

/** A language or color scheme in the query is kept in a cookie, so that links of the other pages need not repeat it. */
export function pageContextOf(
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  isSecure: boolean,
): PageContext {
  const query = queryOf(request);
  const cookies = cookiesOf(request);
  const choose = (name: string, isKnown: (value: string | null) => boolean) => {
    const chosen = query.get(name);
    if (chosen === null || !isKnown(chosen)) return cookies.get(name) ?? null;
    const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`;
    response.appendHeader('set-cookie', `${name}=${chosen}; ${attributes}`);
    return chosen;
  };
  const language = languageOf(choose(LANGUAGE, isLanguage), request);
  const scheme = choose(SCHEME, (value) => value === 'system' || isScheme(value));
  return {
    language,
    words: CATALOGS[language],
    scheme: isScheme(scheme) ? scheme : null,
    requestId: String(response.getHeader('x-request-id')),
    linkWith: (choice) => {
      const changed = new URLSearchParams(query);
      for (const [name, value] of Object.entries(choice)) changed.set(name, value);
      return `?${changed.toString()}`;
    },
  };
}

/** The switch, else the account's, else the browser's, else English. */
function languageOf(chosen: string | null, request: IncomingMessage): Language {
  if (isLanguage(chosen)) return chosen;
  return callerOf(request)?.locale ?? languageFromHeader(request.headers['accept-language']) ?? 'en';
}

const isScheme = (value: string | null): value is Scheme => value === 'light' || value === 'dark';

function queryOf({ originalUrl, url = '/' }: IncomingMessage & { originalUrl?: string }): URLSearchParams {
  const target = originalUrl ?? url;
  const queryAt = target.indexOf('?');
  return new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1));
}

function cookiesOf({ headers }: IncomingMessage): Map<string, string> {
  const pairs = (headers.cookie ?? '').split(';').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return [name, value];
  });
  return new Map(pairs);
}
