import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { matchesEtag, OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { LimitedBy } from '../../limits/rate-limits';
import { OgImagesService } from './og-images.service';
import { type OgSubject, OgSubjects } from './og-subjects.service';

/** Shared caches revalidate after a minute, so that a hidden project disappears soon. */
const HEADERS = {
  'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  'cdn-cache-control': 'max-age=60',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

@OutsideApi()
@TokenOptional()
@Controller()
export class OgImageController {
  constructor(
    private readonly images: OgImagesService,
    private readonly subjects: OgSubjects,
  ) {}

  @LimitedBy('drawn_images')
  @Get('og.png')
  async wall(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, await this.subjects.ofWall());
  }

  @LimitedBy('drawn_images')
  @Get('projects/:slug/og.png')
  async project(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, await this.subjects.ofProject(slug));
  }

  @LimitedBy('drawn_images')
  @Get('programs/:programId/og.png')
  async program(@Param('programId') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, await this.subjects.ofProgram(id));
  }

  @LimitedBy('drawn_images')
  @Get('creators/:handle/og.png')
  async creator(@Param('handle') handle: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.send(request, response, await this.subjects.ofCreator(handle));
  }

  private async send(request: Request, response: Response, subject: OgSubject): Promise<void> {
    const { etag, draw } = this.images.find(subject);
    const png = matchesEtag(request.headers['if-none-match'], etag) ? null : await draw();
    response.set({ ...HEADERS, etag });
    if (png) response.type('image/png').send(png);
    else response.status(304).end();
  }
}
