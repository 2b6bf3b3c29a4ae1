import { Body, Controller, Delete, Ip, Res } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import { ApiOperation, envelope, OnceByItself } from '@shipyard/http';
import type { Response } from 'express';
import { accountErrors, type Caller, CurrentCaller, RECENT_MINUTES, SignInService } from '../accounts';
import { RateLimits } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { DeleteAccountDto } from './account-deletion.dto';
import { AccountDeletionService } from './account-deletion.service';
import { DeletedAccountView } from './account-deletion.view';

@Controller('api/v1/accounts/me')
export class AccountDeletionController {
  constructor(
    private readonly deletion: AccountDeletionService,
    private readonly signIns: SignInService,
    private readonly limits: RateLimits,
  ) {}

  // A retry finds its token dead, and no response may be stored for an account that is gone.
  @OnceByItself()
  @Delete()
  @ApiOperation({
    summary: 'Delete your own account',
    description: `Needs your password, unless the session signed in within ${RECENT_MINUTES} minutes. Your personal data is gone at once, with all tokens, sessions, interviews and addresses. The email is free again, and the handle is never given again. With \`projects: "anonymise"\`, public and unlisted projects stay under the name Anonymous: their READMEs, logs, images and reviews are not changed, so take your name out of them first. Private projects are erased. With \`projects: "delete"\`, all projects are erased. A repeated call gets AUTH_TOKEN_INVALID. The last admin gets STATE_CONFLICT.`,
    data: DeletedAccountView,
    errors: [accountErrors.LOGIN_INVALID, projectErrors.STATE_CONFLICT],
    answerHeaders: {
      'Set-Cookie': 'Deletes the session cookie.',
      'Clear-Site-Data': '`"storage"`: the browser forgets drafts.',
    },
  })
  async delete(
    @CurrentCaller() caller: Caller,
    @Body() input: DeleteAccountDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    // A password check here is limited like one for a password change.
    if (input.current_password !== undefined)
      await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(ip ?? '')}`);
    const deleted = await this.deletion.delete(caller, input);
    this.signIns.forgetBrowser(response);
    return envelope(deleted);
  }
}
