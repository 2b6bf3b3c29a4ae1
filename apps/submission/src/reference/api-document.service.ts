import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { apiRoutes, openApiDocument } from '@shipyard/http';
import { SessionsService } from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import { apiFacts } from './api-facts';
import { llmsFullText, llmsText } from './llms-text';
import { referencePage, STYLE_HASH } from './reference-page';

export interface ServedText {
  type: string;
  text: string;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

@Injectable()
export class ApiDocumentService implements OnApplicationBootstrap {
  private texts: Record<'document' | 'page' | 'llms' | 'llmsFull', ServedText> | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  onApplicationBootstrap(): void {
    const document = openApiDocument(apiRoutes(this.discovery, this.application), apiFacts(this.sessions.cookie));
    const address = publicUrlOf(this.config);
    this.texts = {
      document: served('application/json; charset=utf-8', JSON.stringify(document)),
      page: served('text/html; charset=utf-8', referencePage(document), {
        'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
      }),
      llms: served('text/plain; charset=utf-8', llmsText(document, address)),
      llmsFull: served('text/plain; charset=utf-8', llmsFullText(document, address)),
    };
  }

  get(name: 'document' | 'page' | 'llms' | 'llmsFull'): ServedText {
    if (!this.texts) throw new Error('The service has not begun to serve yet');
    return this.texts[name];
  }
}

function served(type: string, text: string, headers: Readonly<Record<string, string>> = {}): ServedText {
  return { type, text, headers, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}
