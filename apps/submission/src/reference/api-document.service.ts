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

type TextName = 'document' | 'llms' | 'llmsFull';

/** Writes each text when it is asked for first: together, they would take a third of the processor time of a start. */
@Injectable()
export class ApiDocumentService {
  private readonly texts = new Map<TextName, ServedText>();
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

  get(name: TextName): ServedText {
    const text = this.texts.get(name) ?? this.write(name);
    this.texts.set(name, text);
    return text;
  }

  private write(name: TextName): ServedText {
    const { document, address } = this;
    switch (name) {
      case 'document':
        return served('application/json; charset=utf-8', JSON.stringify(document));
      case 'llms':
        return served('text/plain; charset=utf-8', llmsText(document, address));
      case 'llmsFull':
        return served('text/plain; charset=utf-8', llmsFullText(document, address));
    }
  }
}

function served(type: string, text: string): ServedText {
  return { type, text, etag: weakEtag(createHash('sha256').update(text).digest('base64url').slice(0, 27)) };
}
