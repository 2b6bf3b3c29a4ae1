import { Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffWithFreshSecondFactor } from '../accounts';
import { PasswordResets } from './password-resets.service';
import { ResetLinkView } from './reset-link.view';
import { RESET_MINUTES } from './reset-rows';

@Controller('api/v1/admin/accounts')
export class StaffResetLinksController {
  constructor(private readonly resets: PasswordResets) {}

  @StaffWithFreshSecondFactor('admin')
  @SecretAnswer()
  @Post(':accountId/reset-link')
  @ApiOperation({
    summary: 'Create a link that sets a new password',
    description: `For somebody who cannot read their mail. Make sure who asks. The link works once, for ${RESET_MINUTES} minutes, and voids earlier ones. The audit trail records each call. A suspended account: FORBIDDEN.`,
    data: { reset_link: ResetLinkView },
    errors: [envelopeErrors.NOT_FOUND],
  })
  async issue(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('accountId') accountId: string,
  ) {
    return envelope(await this.resets.issueLink(caller, recorder, accountId));
  }
}
