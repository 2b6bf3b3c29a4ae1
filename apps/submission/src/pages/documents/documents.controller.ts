import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { matchesEtag, OutsideApi } from '@shipyard/http';
import { type Language, languageOf } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, callerOf, CurrentCaller } from '../../accounts';
import { LimitedBy } from '../../limits/rate-limits';
import { StudioController } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { DocumentsService, type FoundDocument } from './documents.service';

const HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-robots-tag': 'noindex',
};
/** Shared caches revalidate after a minute, so that a hidden project disappears soon. */
const FOR_ALL = {
  'cache-control': 'public, max-age=300',
  'cdn-cache-control': 'max-age=60',
  vary: 'Cookie, Accept-Language',
};
const FOR_OWNER = { 'cache-control': 'private, no-cache' };

const languageFor = (request: Request): Language => languageOf(request, callerOf(request)?.locale ?? null);

@OutsideApi()
@TokenOptional()
@Controller('projects/:slug')
export class BookletController {
  constructor(private readonly documents: DocumentsService) {}

  @LimitedBy('drawn_images')
  @Get('booklet.pdf')
  async booklet(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const found = await this.documents.booklet(slug, null, languageFor(request));
    await send(request, response, { found, fileName: slug, headers: FOR_ALL });
  }
}

/** The owner opens these also while the project is private. */
@StudioController('studio/projects/:slug')
export class StudioDocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly studio: StudioQuery,
  ) {}

  @LimitedBy('drawn_images')
  @Get('booklet.pdf')
  async booklet(
    @Param('slug') slug: string,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.studio.ofProject(request, slug);
    const found = await this.documents.booklet(slug, caller, languageFor(request));
    await send(request, response, { found, fileName: slug, headers: FOR_OWNER });
  }

  @LimitedBy('drawn_images')
  @Get('certificate.pdf')
  async certificate(
    @Param('slug') slug: string,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.studio.ofProject(request, slug);
    const found = await this.documents.certificate(slug, caller, languageFor(request));
    await send(request, response, { found, fileName: `${slug}-certificate`, headers: FOR_OWNER });
  }
}

interface Sent {
  found: FoundDocument;
  fileName: string;
  headers: Record<string, string>;
}

async function send(request: Request, response: Response, { found, fileName, headers }: Sent): Promise<void> {
  const pdf = matchesEtag(request.headers['if-none-match'], found.etag) ? null : await found.draw();
  response.set({ ...HEADERS, ...headers, etag: found.etag });
  if (pdf) response.set('content-disposition', `inline; filename="${fileName}.pdf"`).type('application/pdf').send(pdf);
  else response.status(304).end();
}
