import { Controller, Param, Post } from '@nestjs/common';
import {
  IMAGE_PARTS_LIMIT,
  LOG_CAPTION_LENGTH,
  LOG_CAPTION_LIMIT_BYTES,
  LOG_TEXT_LIMIT_BYTES,
  LOG_TITLE_LIMIT_BYTES,
} from '@shipyard/contracts';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { limitErrors } from '../limits/limits.errors';
import { LogView, ProjectView } from '../project-reads';
import { projectErrors } from '../projects';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart } from '../uploads/multipart.interceptor';
import { uploadErrors } from '../uploads/uploads.errors';
import { CAPTIONS_PART } from './log-fields';
import { LogUploadService } from './log-upload.service';

const CAPTIONS = {
  type: 'array',
  description: 'What each image shows, in the order of the images. An empty one describes nothing.',
  maxItems: IMAGE_PARTS_LIMIT,
  items: { type: 'string', maxLength: LOG_CAPTION_LENGTH },
};

@Controller('api/v1/projects/:slug/logs')
export class LogsController {
  constructor(private readonly uploads: LogUploadService) {}

  @NeedsScope('projects:write')
  @Post()
  @Multipart(
    { title: LOG_TITLE_LIMIT_BYTES, text: LOG_TEXT_LIMIT_BYTES },
    { [CAPTIONS_PART]: { bytes: LOG_CAPTION_LIMIT_BYTES, schema: CAPTIONS } },
  )
  @ApiOperation({
    summary: 'Append a log',
    description:
      'The log gets the next free sequence. Image parts can have any name. They are shown in the order in which they are sent.',
    data: { log: LogView, project: ProjectView },
    errors: [projectErrors.PROJECT_NOT_FOUND, uploadErrors.IMAGE_TYPE_UNSUPPORTED, limitErrors.QUOTA_EXCEEDED],
  })
  async append(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Form() form: MultipartForm,
  ) {
    return envelope(await this.uploads.append(caller, recorder, slug, form));
  }
}
