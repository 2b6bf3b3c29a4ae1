import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { ActingGuardian } from '../accounts';
import { projectErrors } from '../projects';
import { shipmentErrors } from '../shipments';
import { CurrentGuardian, GuardianOnly } from './guardian-link.guard';
import { ChildProjectAnswerView, GuardianPageView } from './guardian-page.view';
import { AgreeDto } from './guardians.dto';
import { GuardiansService } from './guardians.service';

/** Each decision is mailed to the guardian and the child. */
@Controller('api/v1/guardians/me')
export class GuardiansController {
  constructor(private readonly guardians: GuardiansService) {}

  @GuardianOnly()
  @Get()
  @ApiOperation({ summary: 'Read what your child shows, and what you agreed to', data: GuardianPageView })
  async page(@CurrentGuardian() guardian: ActingGuardian) {
    return envelope(await this.guardians.page(guardian));
  }

  @GuardianOnly()
  @Post('agree')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Agree that your child publishes projects',
    description: 'A second call changes the name and `indexing`. It also takes back a request for deletion.',
    data: GuardianPageView,
  })
  async agree(
    @CurrentGuardian() guardian: ActingGuardian,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: AgreeDto,
  ) {
    return envelope(await this.guardians.agree(guardian, recorder, input));
  }

  @GuardianOnly()
  @Post('withdraw')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Refuse, or take the agreement back',
    description: 'All projects become private, and a parcel that was not sent is not sent.',
    data: GuardianPageView,
  })
  async withdraw(@CurrentGuardian() guardian: ActingGuardian, @Recorder() recorder: ResponseRecorder) {
    return envelope(await this.guardians.withdraw(guardian, recorder));
  }

  @GuardianOnly()
  @Post('request-deletion')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Ask for the deletion of the account and its projects',
    description: 'Also takes the agreement back. The account is deleted after 7 days, unless you agree again before.',
    data: GuardianPageView,
  })
  async requestDeletion(@CurrentGuardian() guardian: ActingGuardian, @Recorder() recorder: ResponseRecorder) {
    return envelope(await this.guardians.requestDeletion(guardian, recorder));
  }

  @GuardianOnly()
  @Post('projects/:slug/hide')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Hide a project of your child',
    description: 'Only your child and our staff see it then.',
    data: ChildProjectAnswerView,
    errors: [projectErrors.PROJECT_NOT_FOUND, projectErrors.STATE_CONFLICT],
  })
  async hide(
    @CurrentGuardian() guardian: ActingGuardian,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
  ) {
    return envelope(await this.guardians.setHidden(guardian, recorder, slug, true));
  }

  @GuardianOnly()
  @Post('projects/:slug/unhide')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Show a project again that you hid',
    description: 'What our staff hid stays hidden.',
    data: ChildProjectAnswerView,
    errors: [projectErrors.PROJECT_NOT_FOUND, projectErrors.STATE_CONFLICT],
  })
  async unhide(
    @CurrentGuardian() guardian: ActingGuardian,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
  ) {
    return envelope(await this.guardians.setHidden(guardian, recorder, slug, false));
  }

  @GuardianOnly()
  @Post('shipments/:slug/agree')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Agree to the parcel for a project',
    description:
      'Beside the general agreement, which it ends with. It is for one parcel: one that is sent again needs another.',
    data: ChildProjectAnswerView,
    errors: [projectErrors.PROJECT_NOT_FOUND, shipmentErrors.SHIPMENT_NOT_ALLOWED],
  })
  async agreeToShipment(
    @CurrentGuardian() guardian: ActingGuardian,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
  ) {
    return envelope(await this.guardians.agreeToShipment(guardian, recorder, slug));
  }
}
