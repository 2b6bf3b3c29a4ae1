import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { README_LIMIT_BYTES } from '@shipyard/contracts';
import { ApiOperation, envelope, JsonLimit, Recorder, type ResponseRecorder, versionedEnvelope } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope, OptionalCaller, PublicRead } from '../accounts';
import { PREVIEW_LIMIT_BYTES } from '../limits/body-limits';
import { limitErrors } from '../limits/limits.errors';
import { projectErrors } from '../projects';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart } from '../uploads/multipart.interceptor';
import { ReadmePreviewService } from './readme-preview.service';
import { ReadmeUploadService } from './readme-upload.service';
import { PreviewQuery, PreviewReadmeDto } from './readme.dto';
import { readmeErrors } from './readme.errors';
import { ReadmeService } from './readme.service';
import { ReadmeAnswer, ReadmePreviewView, ReadmeView } from './readme.view';

const INSTANT_LIMIT_BYTES = 64;
const BASE_UPDATED_AT = {
  type: 'string',
  format: 'date-time',
  description: 'The `updated_at` of the README that was edited. If absent, a newer README is replaced too.',
};

const KEEP_IMAGES = {
  type: 'string',
  enum: ['true', 'false'],
  description:
    'Whether images of the README that is replaced stay, where the new one names them and no part replaces them.',
};
const FLAG_LIMIT_BYTES = 8;

@Controller('api/v1/projects/:slug/readme')
export class ReadmeController {
  constructor(
    private readonly readmes: ReadmeService,
    private readonly uploads: ReadmeUploadService,
    private readonly previews: ReadmePreviewService,
  ) {}

  @NeedsScope('projects:write')
  @Put()
  @Multipart(
    { readme: README_LIMIT_BYTES },
    {
      base_updated_at: { bytes: INSTANT_LIMIT_BYTES, schema: BASE_UPDATED_AT },
      keep_images: { bytes: FLAG_LIMIT_BYTES, schema: KEEP_IMAGES },
    },
  )
  @ApiOperation({
    summary: 'Replace the README, with its images',
    description:
      'The part `readme` holds the text. Each image is a part whose name is its path in the README. Either all of it is applied or nothing. With `base_updated_at`, nothing is applied if the README is newer.',
    data: ReadmeAnswer,
    errors: [
      projectErrors.PROJECT_NOT_FOUND,
      readmeErrors.README_IMAGE_MISSING,
      readmeErrors.README_ATTACHMENT_NOT_IMAGE,
      readmeErrors.README_FRONT_MATTER_INVALID,
      readmeErrors.README_CHANGED,
      limitErrors.QUOTA_EXCEEDED,
    ],
  })
  async put(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Form() form: MultipartForm,
  ) {
    return envelope(await this.uploads.put(caller, recorder, slug, form));
  }

  @NeedsScope('projects:write')
  @Post('preview')
  @HttpCode(200)
  @JsonLimit(PREVIEW_LIMIT_BYTES)
  @ApiOperation({
    summary: 'Render a README without storing it',
    description: 'Uses the same renderer as PUT. What PUT would refuse is listed in `missing` and `problems`.',
    data: ReadmePreviewView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async preview(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() input: PreviewReadmeDto,
    @Query() { locale }: PreviewQuery,
  ) {
    return envelope(await this.previews.preview(caller, recorder, slug, input, locale));
  }

  @NeedsScope('projects:read')
  @PublicRead()
  @Get()
  @ApiOperation({
    summary: 'Read the README with its source',
    data: ReadmeView,
    errors: [projectErrors.PROJECT_NOT_FOUND, readmeErrors.README_NOT_FOUND],
  })
  async get(@Param('slug') slug: string, @OptionalCaller() caller: Caller | null) {
    return versionedEnvelope(await this.readmes.get(slug, caller));
  }
}
