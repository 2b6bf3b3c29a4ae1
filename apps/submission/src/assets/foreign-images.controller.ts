import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { CONTENT_TYPES } from '@shipyard/contracts';
import { ApiAnswers } from '@shipyard/http';
import type { Request, Response } from 'express';
import { type Caller, NeedsScope, OptionalCaller, PublicRead } from '../accounts';
import { AnonymousRate } from '../limits/rate-limits';
import { assetErrors } from './assets.errors';
import { ForeignImagesService } from './foreign-images.service';
import { sendImage } from './send-image';

const IMAGES = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, null]));

@Controller('api/v1/foreign-images')
export class ForeignImagesController {
  constructor(private readonly images: ForeignImagesService) {}

  @NeedsScope('projects:read')
  @PublicRead()
  @AnonymousRate('anonymous_images')
  @Get(':imageId')
  @ApiAnswers({
    summary: 'Read the copy of an image of another host',
    description:
      'READMEs and logs show these copies instead of images on other hosts. If only a private project shows a copy, only its owner and staff can read it.',
    headers: { Range: 'One range of bytes.', 'If-Range': 'The ETag that the range is of.' },
    answers: {
      200: { description: 'The image.', content: IMAGES },
      206: { description: 'The range.', content: IMAGES },
      416: { description: 'The image has no such range.' },
    },
    answerHeaders: {
      'Accept-Ranges': '`bytes`',
      'Content-Range': 'Of 206 and 416.',
      'Cache-Control': 'A copy never changes under its address, but it can go.',
      'CDN-Cache-Control': 'For caches that visitors share, of images of public projects.',
    },
    errors: [assetErrors.ASSET_NOT_FOUND],
  })
  async serve(
    @Param('imageId') imageId: string,
    @OptionalCaller() caller: Caller | null,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await sendImage(await this.images.serve(imageId, caller), request, response);
  }
}
