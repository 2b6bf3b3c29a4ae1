import { Body, Controller, Delete, Get, Header, HttpCode, Ip, Post, Res } from '@nestjs/common';
import { addressBlock, TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, inputInvalid, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import type { Response } from 'express';
import { accountErrors, type Caller, CurrentCaller, EMAIL_CHANGE_HOURS } from '../accounts';
import { LimitedBy, RateLimits } from '../limits/rate-limits';
import { AskEmailChangeDto, DecideEmailChangeDto } from './email-change.dto';
import { AskedEmailChangeView, DecidedEmailChangeView, WaitingEmailChangeView } from './email-change.view';
import { EmailChanges } from './email-changes.service';

@Controller('api/v1/accounts')
export class EmailChangeController {
  constructor(
    private readonly changes: EmailChanges,
    private readonly limits: RateLimits,
  ) {}

  @Get('me/email-change')
  @ApiOperation({ summary: 'Read the change of your email that waits', data: WaitingEmailChangeView })
  async waiting(@CurrentCaller() caller: Caller) {
    return envelope(await this.changes.waiting(caller));
  }

  // The email is personal data, so the stored response is encrypted.
  @SecretAnswer()
  @LimitedBy('email_changes')
  @Post('me/email-change')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Ask to change your email',
    description: `Your old email and the new one each get a link, which works for ${EMAIL_CHANGE_HOURS} hours. The email changes when both have confirmed. Either can refuse. Another call replaces the change that waits. At most 5 times an hour. The answer is the same for an email that has an account: its owner gets a mail that says so.`,
    data: AskedEmailChangeView,
    errors: [accountErrors.LOGIN_INVALID],
  })
  async ask(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: AskEmailChangeDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    // A password check here is limited like one for a password change.
    if (input.current_password !== undefined)
      await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(ip ?? '')}`);
    return envelope(await this.changes.ask(caller, recorder, input));
  }

  @SecretAnswer()
  @Delete('me/email-change')
  @ApiOperation({
    summary: 'Cancel the change of your email',
    description: 'Both links stop working. Also fine if no change waits.',
    data: WaitingEmailChangeView,
  })
  async cancel(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder) {
    return envelope(await this.changes.cancel(caller, recorder));
  }

  @TokenOptional()
  @LimitedBy('confirmations')
  @Post('email-change')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Confirm or refuse a change of an email with the token of a link',
    description: 'The token says which mailbox decides. A second confirmation of one mailbox changes nothing.',
    data: DecidedEmailChangeView,
  })
  async decide(@Body() { change_token: token, accept }: DecideEmailChangeDto) {
    const outcome = await this.changes.decide(token, accept);
    if (outcome === null)
      throw inputInvalid(
        'change_token',
        'has expired, was used or is not valid. Ask again with POST /api/v1/accounts/me/email-change',
      );
    return envelope<DecidedEmailChangeView>({ outcome });
  }
}
