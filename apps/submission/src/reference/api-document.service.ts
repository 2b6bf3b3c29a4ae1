import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { apiRoutes, openApiDocument, weakEtag } from '@shipyard/http';
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

type Texts = Record<'document' | 'page' | 'llms' | 'llmsFull', ServedText>;

/** Writes the documents when one is asked for first: they would take a sixth of the processor time of a start. */
@Injectable()
export class ApiDocumentService {
  private texts: Texts | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  get(name: keyof Texts): ServedText {
    return (this.texts ??= this.write())[name];
  }

  private write(): Texts {
    const document = openApiDocument(apiRoutes(this.discovery, this.application), apiFacts(this.sessions.cookie));
    const address = publicUrlOf(this.config);
    return {
      document: served('application/json; charset=utf-8', JSON.stringify(document)),
      page: served('text/html; charset=utf-8', referencePage(document), {
        'content-security-policy': `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
      }),
      llms: served('text/plain; charset=utf-8', llmsText(document, address)),
      llmsFull: served('text/plain; charset=utf-8', llmsFullText(document, address)),
    };
  }
}

function served(type: string, text: string, headers: Readonly<Record<string, string>> = {}): ServedText {
  return { type, text, headers, etag: weakEtag(createHash('sha256').update(text).digest('base64url').slice(0, 27)) };
}
