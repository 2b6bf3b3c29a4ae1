import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { BUILD_HASH, envelopeErrors } from '@shipyard/http';
import type { Language } from '@shipyard/pages';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../../config';
import type { BookletRequest, DocumentRequest } from './document-requests';
import { DocumentsQuery } from './documents.query';
import { PdfDrawer } from './pdf-drawer.service';
import { PictureFiles } from './picture-files.service';

const CACHED_BYTES = 64 * 1024 * 1024;
/** What a booklet shows at most, its first ones. */
const PICTURES = 40;
const ASSET_IDS = /\/api\/v1\/assets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.-]/g;

export interface FoundDocument {
  etag: string;
  draw: () => Promise<Buffer>;
}

/** The documents of a project to print. */
@Injectable()
export class DocumentsService {
  private readonly drawn = new LRUCache<string, Buffer>({
    maxSize: CACHED_BYTES,
    sizeCalculation: (pdf) => pdf.length,
  });
  private readonly drawing = new Map<string, Promise<Buffer>>();
  private readonly site: string;

  constructor(
    private readonly query: DocumentsQuery,
    private readonly drawer: PdfDrawer,
    private readonly pictures: PictureFiles,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    this.site = publicUrlOf(config).replace(/\/$/, '');
  }

  /** Throws NOT_FOUND unless the prize was sent. */
  async certificate(slug: string, caller: Caller, language: Language): Promise<FoundDocument> {
    const request = await this.query.certificate(slug, caller, language);
    if (!request) throw envelopeErrors.NOT_FOUND();
    return this.found(request, () => this.drawer.draw(slug, request));
  }

  /** Without a caller, only of a project that everyone may see. */
  async booklet(slug: string, caller: Caller | null, language: Language): Promise<FoundDocument> {
    const request = await this.query.booklet(slug, caller, language, this.site);
    return this.found(request, () =>
      this.pictures.lend(picturesIn(request), caller, (files) => this.drawer.draw(slug, { ...request, files })),
    );
  }

  /** What is drawn alone decides the ETag. Requests for the same document wait for one drawing. */
  private found(request: DocumentRequest, draw: () => Promise<Buffer>): FoundDocument {
    const version = createHash('sha256')
      .update(JSON.stringify([BUILD_HASH, request]))
      .digest('base64url');
    const drawOnce = async () => {
      const known = this.drawn.get(version);
      if (known) return known;
      const drawing = this.drawing.get(version) ?? draw().finally(() => this.drawing.delete(version));
      this.drawing.set(version, drawing);
      const pdf = await drawing;
      this.drawn.set(version, pdf);
      return pdf;
    };
    return { etag: `"${version.slice(0, 22)}"`, draw: drawOnce };
  }
}

function picturesIn({ cover, html, logs }: BookletRequest): string[] {
  const idsIn = (text: string) => Array.from(text.matchAll(ASSET_IDS), ([, id = '']) => id);
  const ids = [
    ...(cover ? [cover.id] : []),
    ...idsIn(html),
    ...logs.flatMap((log) => [...idsIn(log.html), ...log.pictures.map(({ id }) => id)]),
  ];
  return [...new Set(ids)].slice(0, PICTURES);
}
