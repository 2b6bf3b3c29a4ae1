import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CONFIG, type HttpConfig } from '../config';
import { type PageContext, pageContextOf } from './page-context';
import { LANG_OF } from './words/words';

export type View = (page: PageContext) => ReactElement;

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // The URL of a page can hold the token of a mail.
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

@Injectable()
export class PageRenderer {
  constructor(@Inject(CONFIG) private readonly config: HttpConfig) {}

  send(request: IncomingMessage, response: ServerResponse, view: View): void {
    const body = Buffer.from(this.render(request, response, view));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-length', body.length);
    response.end(body);
  }

  /** Also sets the headers of the page. */
  render(request: IncomingMessage, response: ServerResponse, view: View): string {
    const page = pageContextOf(request, response, this.config.SUBMISSION_PUBLIC_URL?.startsWith('https:') ?? false);
    const html = renderToStaticMarkup(view(page));
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    response.setHeader('content-language', LANG_OF[page.language]);
    // A page is for its visitor, and no program of another site reads it.
    response.removeHeader('access-control-allow-origin');
    return `<!doctype html>${html}`;
  }
}
