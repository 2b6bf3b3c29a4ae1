import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts';
import { limitErrors } from '../limits/limits.errors';
import { GUARDIAN_MAILS_A_DAY } from '../limits/rates';
import { RequestedGuardianView } from './guardian-page.view';
import { AskGuardianDto } from './guardians.dto';
import { GuardiansService } from './guardians.service';

@Controller('api/v1/accounts/me/guardian')
export class GuardianRequestsController {
  constructor(private readonly guardians: GuardiansService) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    summary: 'Name your parent or guardian, or ask them again',
    description: `They get a link by mail, at most ${GUARDIAN_MAILS_A_DAY} times a day. Another address than before voids the link and the agreement of the one before: your projects become private, and a parcel that was not sent is not sent. Once you are old enough, the answer is FORBIDDEN.`,
    data: RequestedGuardianView,
    errors: [envelopeErrors.FORBIDDEN, limitErrors.RATE_LIMITED],
  })
  async ask(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() { email }: AskGuardianDto,
  ) {
    return envelope(await this.guardians.ask(caller, recorder, email));
  }
}
