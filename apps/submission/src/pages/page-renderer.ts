import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { BUILD_HASH, matchesEtag, type VersionedRead } from '@shipyard/http';
import type { PageScript } from '@shipyard/ui';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SessionsService } from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import { type PageContext, pageContextOf } from './page-context';
import { copyScript, pictureScript, studioScript } from './studio-files';
import { LANG_OF } from './words/words';

export type View = (page: PageContext) => ReactElement;

/** What a page is made from, with its version. Everything else that it shows of a request is added here. */
export interface Versioned<Data> {
  version: VersionedRead<Data>['version'];
  /** Called only if the browser does not have this version. */
  read: () => Promise<Data>;
}

export interface VersionedView extends Versioned<View> {
  kind?: PageKind;
}

interface PageKind {
  /** A page of the studio, with its scripts. */
  hasScripts?: boolean;
  /** Its pictures open large. The policy allows one script for it, by its hash. */
  hasPictures?: boolean;
  /** Its buttons copy text, with another such script. */
  hasCopyButtons?: boolean;
  /** A source of a Content-Security-Policy to which the form of the page may be redirected. */
  formTarget?: string;
}

@Injectable()
export class PageRenderer {
  private readonly site: string;

  constructor(
    @Inject(CONFIG) config: HttpConfig,
    private readonly sessions: SessionsService,
  ) {
    this.site = publicUrlOf(config).replace(/\/$/, '');
  }

  send(request: IncomingMessage, response: ServerResponse, view: View, kind: PageKind = {}): void {
    this.finish(response, this.render(request, response, view, kind));
  }

  /** Answers 304, and reads and draws nothing, for a browser that has this version of the page. */
  async sendVersioned(
    request: IncomingMessage,
    response: ServerResponse,
    { version, read, kind }: VersionedView,
  ): Promise<void> {
    const page = this.open(request, response, kind);
    const { language, scheme, session, path, scripts } = page;
    const frame = [BUILD_HASH, request.url, path, language, scheme, session?.csrfToken, scripts];
    const seen = JSON.stringify([...frame, ...version]);
    const etag = `"${createHash('sha256').update(seen).digest('base64url').slice(0, 22)}"`;
    const isKnown = response.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag);
    const view = isKnown ? null : await read();
    // Set only after the read, so that a refusal has no ETag.
    response.setHeader('etag', etag);
    response.setHeader('cache-control', 'private, no-cache');
    response.setHeader('vary', 'Cookie, Accept-Language');
    if (view) return this.finish(response, markup(view(page)));
    response.statusCode = 304;
    response.end();
  }

  /** Also sets the headers of the page. */
  render(request: IncomingMessage, response: ServerResponse, view: View, kind: PageKind = {}): string {
    return markup(view(this.open(request, response, kind)));
  }

  private open(request: IncomingMessage, response: ServerResponse, kind: PageKind = {}): PageContext {
    const nonce = kind.hasScripts ? randomBytes(16).toString('base64url') : null;
    const page = pageContextOf(request, response, {
      site: this.site,
      csrfTokenFor: (sessionId) => this.sessions.csrfTokenFor(sessionId),
      nonce,
      scripts: scriptsOf(kind),
    });
    response.setHeader('content-security-policy', policyOf(page, kind.formTarget));
    // The URL of a page can hold the token of a mail.
    response.setHeader('referrer-policy', 'no-referrer');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-language', LANG_OF[page.language]);
    // A page is for its visitor, and no program of another site reads it.
    response.removeHeader('access-control-allow-origin');
    return page;
  }

  private finish(response: ServerResponse, html: string): void {
    const body = Buffer.from(html);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-length', body.length);
    response.end(body);
  }
}

const markup = (element: ReactElement) => `<!doctype html>${renderToStaticMarkup(element)}`;

function scriptsOf({ hasScripts, hasPictures, hasCopyButtons }: PageKind): PageScript[] {
  if (hasScripts) return [studioScript()];
  return [...(hasPictures ? [pictureScript()] : []), ...(hasCopyButtons ? [copyScript()] : [])];
}

function policyOf({ nonce, scripts }: PageContext, formTarget: string | undefined): string {
  const ofStudio = [
    `style-src 'self' 'nonce-${nonce}'`,
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' blob:",
  ];
  const hashes = scripts.map(({ integrity }) => `'${integrity}'`).join(' ');
  const ofPublicPage = [...(hashes ? [`script-src ${hashes}`] : []), "style-src 'self'", "img-src 'self'"];
  return [
    "default-src 'none'",
    ...(nonce === null ? ofPublicPage : ofStudio),
    "font-src 'self'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
