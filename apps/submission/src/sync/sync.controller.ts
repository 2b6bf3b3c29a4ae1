import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { SYNC_LIMIT_BYTES } from '@shipyard/contracts';
import { ApiOperation, envelope, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { accountErrors, type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { projectErrors } from '../projects';
import { readmeErrors } from '../readme';
import { LogCountLimit } from './log-count-limit';
import { SyncDto } from './sync.dto';
import { syncErrors } from './sync.errors';
import { SyncService } from './sync.service';
import { SyncAnswer } from './sync.view';

@Controller('api/v1/projects/sync')
export class SyncController {
  constructor(private readonly syncs: SyncService) {}

  @NeedsScope('projects:write')
  @Post()
  @HttpCode(200)
  @JsonLimit(SYNC_LIMIT_BYTES)
  @UseInterceptors(LogCountLimit)
  @ApiOperation({
    summary: 'Sync properties, README and new logs of a project',
    description:
      'Each part is optional. Either all of it is applied or nothing. A conflict in one log refuses the whole request. With `base_updated_at` and `base_properties_updated_at`, nothing is applied if README or properties are newer.',
    data: SyncAnswer,
    errors: [
      accountErrors.GUARDIAN_REQUIRED,
      projectErrors.PROJECT_NOT_FOUND,
      projectErrors.PROPERTIES_CHANGED,
      readmeErrors.README_IMAGE_MISSING,
      readmeErrors.README_FRONT_MATTER_INVALID,
      readmeErrors.README_CHANGED,
      syncErrors.LOG_SEQUENCE_EXISTS,
      projectErrors.PROJECT_INCOMPLETE,
    ],
  })
  async sync(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Body() input: SyncDto) {
    return envelope(await this.syncs.sync(caller, recorder, input, new Date()));
  }
}
