import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { assetErrors } from '../assets';
import { ProjectView } from '../project-reads';
import { projectErrors } from '../projects';
import { TakedownDto } from './takedowns.dto';
import { TakedownsService } from './takedowns.service';

const { PROJECT_NOT_FOUND, STATE_CONFLICT } = projectErrors;

@StaffOnly('reviewer', 'admin')
@Controller('api/v1/admin')
export class TakedownsController {
  constructor(private readonly takedowns: TakedownsService) {}

  @Post('projects/:slug/hide')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Hide a project',
    description:
      'At once it exists only for its owner and staff, and its images open only with their token or session. Its state stays. Your own project is FORBIDDEN, here and in every takedown.',
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async hide(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() { reason }: TakedownDto,
  ) {
    return envelope(await this.takedowns.setHidden(caller, recorder, slug, { isHidden: true, reason }));
  }

  @Post('projects/:slug/unhide')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Show a hidden project again',
    description: 'It has the visibility that its owner chose.',
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async unhide(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() { reason }: TakedownDto,
  ) {
    return envelope(await this.takedowns.setHidden(caller, recorder, slug, { isHidden: false, reason }));
  }

  @Delete('projects/:slug/logs/:sequence')
  @ApiOperation({
    summary: 'Remove a log with its images',
    description:
      'It keeps its sequence and reads "removed". Its images are gone wherever the project shows them. NOT_FOUND if there is no such log, or it is removed already.',
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, envelopeErrors.NOT_FOUND],
  })
  async removeLog(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Param('sequence') sequence: string,
    @Body() { reason }: TakedownDto,
  ) {
    return envelope(await this.takedowns.removeLog(caller, recorder, slug, sequence, reason));
  }

  @Delete('assets/:assetId')
  @ApiOperation({
    summary: 'Remove an image',
    description:
      'README and logs are shown without it. It is the header image no more. The same bytes uploaded again are a new asset.',
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, assetErrors.ASSET_NOT_FOUND],
  })
  async removeImage(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('assetId') assetId: string,
    @Body() { reason }: TakedownDto,
  ) {
    return envelope(await this.takedowns.removeImage(caller, recorder, assetId, reason));
  }
}
