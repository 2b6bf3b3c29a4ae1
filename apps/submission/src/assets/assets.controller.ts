import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CONTENT_TYPES } from '@shipyard/contracts';
import { ApiAnswers, ApiOperation, envelope, type JsonSchema, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller, NeedsScope, OptionalCaller, PublicRead } from '../accounts';
import { limitErrors } from '../limits/limits.errors';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart, OneImage } from '../uploads/multipart.interceptor';
import { AnonymousRate } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { uploadErrors } from '../uploads/uploads.errors';
import { AssetQuery, AssetView } from './asset.view';
import { AssetsService, PATH_LIMIT_BYTES } from './assets.service';
import { imageAnswers } from './image-answers';
import { VARIANT_TYPES } from './image-type';
import { sendImage } from './send-image';
import { ServedAssetsService } from './served-assets.service';

const PROJECT_ID_LIMIT_BYTES = 1024;
const PATH: JsonSchema = {
  type: 'string',
  description: `The path of the file in the project's folder, for the list of images. At most ${PATH_LIMIT_BYTES} bytes.`,
};

@Controller('api/v1/assets')
export class AssetsController {
  constructor(
    private readonly assets: AssetsService,
    private readonly served: ServedAssetsService,
  ) {}

  @NeedsScope('projects:write')
  @Post('upload')
  @OneImage('file')
  @Multipart({ project_id: PROJECT_ID_LIMIT_BYTES }, { path: { bytes: PATH_LIMIT_BYTES, schema: PATH } })
  @ApiOperation({
    summary: 'Add an image to a project',
    description:
      'Send the image as the part `file`. Its metadata is removed, and its orientation is applied. The same bytes in the same project are one asset, and so are the bytes of an asset as it is served. With `path`, the list of images names the file, so that a client can write it to the same place again.',
    data: AssetView,
    errors: [projectErrors.PROJECT_NOT_FOUND, uploadErrors.IMAGE_TYPE_UNSUPPORTED, limitErrors.QUOTA_EXCEEDED],
  })
  async upload(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Form() form: MultipartForm) {
    return envelope(await this.assets.upload(caller, recorder, form));
  }

  @NeedsScope('projects:read')
  @PublicRead()
  @AnonymousRate('anonymous_images')
  @Get(':fileName')
  @ApiAnswers({
    summary: 'Read an image',
    description:
      'An image of a private project can be read by its owner, by staff, or with a signed URL from the project. `<asset id>-<width>.avif` and `.webp` are smaller copies of header images and images of logs, and a still of an animation. Until they are made, the image itself is answered.',
    ...imageAnswers(
      [...Object.values(CONTENT_TYPES), VARIANT_TYPES.avif],
      'An image never changes under its address, but it can be taken down.',
    ),
  })
  async serve(
    @Param('fileName') fileName: string,
    @OptionalCaller() caller: Caller | null,
    @Query() { expires, signature }: AssetQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await sendImage(await this.served.find(fileName, caller, { expires, signature }), request, response);
  }
}
