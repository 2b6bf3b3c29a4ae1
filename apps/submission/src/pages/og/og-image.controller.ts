import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { matchesEtag, OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { LimitedBy } from '../../limits/rate-limits';
import { OgImagesService } from './og-images.service';

/** Shared caches revalidate after a minute, so that a hidden project disappears soon. */
const HEADERS = {
  'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
  'cdn-cache-control': 'max-age=60',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

@OutsideApi()
@TokenOptional()
@Controller('projects')
export class OgImageController {
  constructor(private readonly images: OgImagesService) {}

  @LimitedBy('drawn_images')
  @Get(':slug/og.png')
  async send(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { etag, draw } = await this.images.find(slug);
    const png = matchesEtag(request.headers['if-none-match'], etag) ? null : await draw();
    response.set({ ...HEADERS, etag });
    if (png) response.type('image/png').send(png);
    else response.status(304).end();
  }
}
