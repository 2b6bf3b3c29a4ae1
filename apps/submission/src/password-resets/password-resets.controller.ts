import { Body, Controller, Header, HttpCode, Ip, Post, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope } from '@shipyard/http';
import type { Response } from 'express';
import { AccountView } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { RequestResetDto, ResetPasswordDto } from './password-resets.dto';
import { resetErrors } from './password-resets.errors';
import { PasswordResets } from './password-resets.service';
import { ResetLimits } from './reset-limits.service';
import { RESET_MINUTES } from './reset-rows';

@Controller('api/v1/accounts')
export class PasswordResetsController {
  constructor(
    private readonly resets: PasswordResets,
    private readonly limits: ResetLimits,
  ) {}

  @TokenOptional()
  @LimitedBy('reset_requests')
  @Post('reset-request')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Ask for a mail with a link that sets a new password',
    description: `The answer is the same for known and unknown emails. The mail goes to the email of the account, confirmed or not. Its link works once, for ${RESET_MINUTES} minutes. Another request within that time sends the same link again, for ${RESET_MINUTES} minutes more. While a link of an admin is valid, no mail is sent. One address gets at most 5 mails about signing in an hour and 10 a day; beyond that, a confirmed one gets a mail only when no link is valid.`,
    data: {},
  })
  async request(
    @Body() { email }: RequestResetDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.take(response, { email, ip });
    await this.resets.request(email);
    return envelope({});
  }

  @TokenOptional()
  @LimitedBy('resets')
  @Post('reset')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Set a new password with the token of a reset link',
    description:
      'A token works once, even if several clients try at the same time. It ends all sessions. The second factor stays. A link from a mail to an email that was not confirmed confirms it: then all tokens are revoked and the second factor of a participant is removed, because anybody may have registered the email before. The answer is the same for every wrong token.',
    data: { account: AccountView },
    errors: [resetErrors.RESET_TOKEN_INVALID],
  })
  async reset(@Body() { reset_token: resetToken, password, revoke_tokens: revokeTokens }: ResetPasswordDto) {
    return envelope(await this.resets.reset({ resetToken, password, revokeTokens }));
  }
}
