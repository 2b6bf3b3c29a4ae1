import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { apiRoutes, openApiDocument, type OpenApiDocument, weakEtag } from '@shipyard/http';
import { SessionsService } from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import { apiFacts } from './api-facts';
import { llmsFullText, llmsText } from './llms-text';

export interface ServedText {
  type: string;
  text: string;
  etag: string;
}

type Texts = Record<'document' | 'llms' | 'llmsFull', ServedText>;

/** Writes the documents when one is asked for first: they would take a sixth of the processor time of a start. */
@Injectable()
export class ApiDocumentService {
  private texts: Texts | null = null;
  private written: OpenApiDocument | null = null;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  get document(): OpenApiDocument {
    return (this.written ??= openApiDocument(
      apiRoutes(this.discovery, this.application),
      apiFacts(this.sessions.cookie),
    ));
  }

  /** The URL of the service, without a slash at the end. */
  get address(): string {
    return publicUrlOf(this.config).replace(/\/$/, '');
  }

  get(name: keyof Texts): ServedText {
    return (this.texts ??= this.write())[name];
  }

  private write(): Texts {
    const { document, address } = this;
    return {
      document: served('application/json; charset=utf-8', JSON.stringify(document)),
      llms: served('text/plain; charset=utf-8', llmsText(document, address)),
      llmsFull: served('text/plain; charset=utf-8', llmsFullText(document, address)),
    };
  }
}

function served(type: string, text: string): ServedText {
  return { type, text, etag: weakEtag(createHash('sha256').update(text).digest('base64url').slice(0, 27)) };
}
