import path from 'node:path';
import { Controller, Get, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller, NeedsScope } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { limitErrors } from '../../limits/limits.errors';
import { projectErrors } from '../../projects';
import { readImageBody } from '../../uploads/image-body';
import { removeFolder, uploadFolder } from '../../uploads/multipart-form';
import { uploadErrors } from '../../uploads/uploads.errors';
import { AssetView } from '../asset.view';
import { ImageUploadView, NewImageUploadView, UploadKeyQuery } from './image-upload.view';
import { ImageUploadsService, UPLOAD_MINUTES } from './image-uploads.service';
import { openUploadOf, UploadUrlOnly } from './upload-url.guard';

@Controller('api/v1')
export class ImageUploadsController {
  constructor(
    private readonly uploads: ImageUploadsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'DATA_DIR'>,
  ) {}

  @NeedsScope('projects:write')
  @SecretAnswer()
  @Post('projects/:slug/uploads')
  @ApiOperation({
    summary: 'Get a URL that takes one image',
    description: `Whoever has the URL can send one image of the project within ${UPLOAD_MINUTES} minutes, without a token.`,
    data: { upload: NewImageUploadView },
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async create(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.uploads.create(caller, slug, recorder));
  }

  @NeedsScope('projects:write')
  @Get('projects/:slug/uploads/:uploadId')
  @ApiOperation({
    summary: 'Read which image came to an upload URL',
    data: { upload: ImageUploadView },
    errors: [projectErrors.PROJECT_NOT_FOUND, envelopeErrors.NOT_FOUND],
  })
  async find(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Param('uploadId') uploadId: string) {
    return envelope(await this.uploads.find(caller, slug, uploadId));
  }

  @UploadUrlOnly()
  @HttpCode(201)
  @Put('assets/uploads/:uploadId')
  @ApiOperation({
    summary: 'Send an image to its upload URL',
    description:
      'Send the bytes as the body. A form with the image as the part `file` is taken too. An image that is refused leaves the URL open for another one.',
    inputs: { query: UploadKeyQuery },
    data: AssetView,
    errors: [projectErrors.PROJECT_NOT_FOUND, uploadErrors.IMAGE_TYPE_UNSUPPORTED, limitErrors.QUOTA_EXCEEDED],
  })
  async receive(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { caller, upload } = openUploadOf(request);
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      const form = await readImageBody(request, response, folder);
      return envelope(await this.uploads.receive(caller, upload, form));
    } finally {
      await removeFolder(folder);
    }
  }
}
