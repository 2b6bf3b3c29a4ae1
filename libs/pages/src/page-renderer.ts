import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { endHeard } from '@shipyard/http';
import type { PageScript } from '@shipyard/ui';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANG_OF } from './language';
import { type PageContext, pageContextOf, type PageSession, type PageSource } from './page-context';
import { sendVersioned, type Versioned } from './versioned';

type View<Words, Session extends PageSession> = (page: PageContext<Words, Session>) => ReactElement;

export interface PageKind {
  /** The scripts of the service run on the page, and may add styles. */
  hasScripts?: boolean;
  /** Its pictures open large. The policy allows one script for it, by its hash. */
  hasPictures?: boolean;
  /** Its pictures can be played. The policy allows a third such script, which the page loads where it has the button. */
  canPlay?: boolean;
  /** Its buttons copy text, with another such script. */
  hasCopyButtons?: boolean;
  /** A source of a Content-Security-Policy to which the form of the page may be redirected. */
  formTarget?: string;
}

interface PageScripts {
  main: () => PageScript;
  pictures: () => Required<PageScript>;
  player: () => Required<PageScript>;
  copyButtons: () => Required<PageScript>;
}

/** What is specific to a service whose pages are drawn. */
export interface PageService<Words, Session extends PageSession> extends PageSource<Words, Session> {
  /** A service without scripts has none. */
  scripts?: PageScripts;
}

/** Draws the pages of a service. */
export class HtmlRenderer<Words, Session extends PageSession> {
  constructor(private readonly service: PageService<Words, Session>) {}

  send(request: IncomingMessage, response: ServerResponse, view: View<Words, Session>, kind: PageKind = {}): void {
    const body = Buffer.from(this.render(request, response, view, kind));
    response.setHeader('content-type', HTML);
    response.setHeader('content-length', body.length);
    // A form can be refused before it is read.
    endHeard(request, response, body);
  }

  /** Answers 304, and reads and draws nothing, for a browser that has this version of the page. */
  sendVersioned(
    request: IncomingMessage,
    response: ServerResponse,
    { version, read, kind }: Versioned<View<Words, Session>> & { kind?: PageKind },
  ): Promise<void> {
    const page = this.open(request, response, kind);
    const { language, scheme, session, path, scripts, player } = page;
    return sendVersioned(request, response, {
      version: [request.url, path, language, scheme, session, scripts, player, ...version],
      read: async () => markup((await read())(page)),
      contentType: HTML,
      // With a session the page holds its CSRF token, so nothing may compress it.
      cacheControl: session ? 'private, no-cache, no-transform' : 'private, no-cache',
      vary: 'Cookie, Accept-Language',
    });
  }

  /** Also sets the headers of the page. */
  render(request: IncomingMessage, response: ServerResponse, view: View<Words, Session>, kind: PageKind = {}): string {
    return markup(view(this.open(request, response, kind)));
  }

  private open(request: IncomingMessage, response: ServerResponse, kind: PageKind = {}): PageContext<Words, Session> {
    const nonce = kind.hasScripts ? randomBytes(16).toString('base64url') : null;
    const scripts = scriptsOf(kind, this.service.scripts);
    const player = kind.canPlay ? (this.service.scripts?.player() ?? null) : null;
    const page = pageContextOf(request, response, this.service, { nonce, scripts, player });
    response.setHeader('content-security-policy', policyOf(page, kind.formTarget));
    // The URL of a page can hold the token of a mail.
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-language', LANG_OF[page.language]);
    // A page is for its visitor, and no program of another site reads it.
    response.removeHeader('access-control-allow-origin');
    return page;
  }
}

type PageScriptsOf = Pick<PageContext, 'nonce' | 'scripts' | 'player'>;

const HTML = 'text/html; charset=utf-8';

const markup = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`;

function scriptsOf({ hasScripts, hasPictures, hasCopyButtons }: PageKind, scripts?: PageScripts): PageScript[] {
  if (!scripts) return [];
  if (hasScripts) return [scripts.main()];
  return [...(hasPictures ? [scripts.pictures()] : []), ...(hasCopyButtons ? [scripts.copyButtons()] : [])];
}

function policyOf({ nonce, scripts, player }: PageScriptsOf, formTarget: string | undefined): string {
  const ofOwnScripts = [
    `style-src 'self' 'nonce-${nonce}'`,
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' blob:",
  ];
  const hashes = [...scripts, ...(player ? [player] : [])].map(({ integrity }) => `'${integrity}'`).join(' ');
  const ofPublicPage = [...(hashes ? [`script-src ${hashes}`] : []), "style-src 'self'", "img-src 'self'"];
  return [
    "default-src 'none'",
    ...(nonce === null ? ofPublicPage : ofOwnScripts),
    "font-src 'self'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
