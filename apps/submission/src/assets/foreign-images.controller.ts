import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { CONTENT_TYPES } from '@shipyard/contracts';
import { ApiAnswers } from '@shipyard/http';
import type { Request, Response } from 'express';
import { type Caller, NeedsScope, OptionalCaller, PublicRead } from '../accounts';
import { AnonymousRate } from '../limits/rate-limits';
import { ForeignImagesService } from './foreign-images.service';
import { imageAnswers } from './image-answers';
import { sendImage } from './send-image';

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
    ...imageAnswers(Object.values(CONTENT_TYPES), 'A copy never changes under its address, but it can go.'),
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
