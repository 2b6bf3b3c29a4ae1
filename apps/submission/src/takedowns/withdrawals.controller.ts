import { Body, Controller, Delete, Param } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts';
import { assetErrors } from '../assets';
import { ProjectView } from '../project-reads';
import { projectErrors } from '../projects';
import { WithdrawalDto } from './takedowns.dto';
import { TakedownsService } from './takedowns.service';

/** No scope allows these calls: what is erased does not come back, so a person decides, not an app. */
@Controller('api/v1/projects/:slug')
export class WithdrawalsController {
  constructor(private readonly takedowns: TakedownsService) {}

  @Delete('logs/:sequence')
  @ApiOperation({
    summary: 'Withdraw a log with its images',
    description:
      'In any state, and for good. The log keeps its sequence and its date, and lists show it with `withdrawn_at` and no content. Its images are gone wherever the project shows them. NOT_FOUND if there is no such log, or it is withdrawn or removed already.',
    data: { project: ProjectView },
    errors: [projectErrors.PROJECT_NOT_FOUND, envelopeErrors.NOT_FOUND],
  })
  async withdrawLog(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Param('sequence') sequence: string,
    @Body() { reason }: WithdrawalDto,
  ) {
    return envelope(await this.takedowns.withdrawLog(caller, recorder, slug, sequence, reason ?? null));
  }

  @Delete('assets/:assetId')
  @ApiOperation({
    summary: 'Withdraw an image',
    description:
      'In any state, and for good. README and logs show its alternative text in its place. It is the header image no more.',
    data: { project: ProjectView },
    errors: [projectErrors.PROJECT_NOT_FOUND, assetErrors.ASSET_NOT_FOUND],
  })
  async withdrawImage(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Param('assetId') assetId: string,
    @Body() { reason }: WithdrawalDto,
  ) {
    return envelope(await this.takedowns.withdrawImage(caller, recorder, slug, assetId, reason ?? null));
  }
}
