import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, inputInvalid, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { ConfirmEmailDto } from './email-confirmation.dto';
import { EmailConfirmation } from './email-confirmation.service';
import { ConfirmedEmailView, RequestedConfirmationView } from './email-confirmation.view';

@Controller('api/v1/accounts')
export class EmailConfirmationController {
  constructor(private readonly confirmation: EmailConfirmation) {}

  @TokenOptional()
  @LimitedBy('confirmations')
  @Post('confirm')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Confirm an email with the token of its link',
    description:
      'A link is mailed after registration and is valid for 7 days. A second call with the same token changes nothing. Without a confirmed email, only mail about signing in is sent; everything else works.',
    data: ConfirmedEmailView,
  })
  async confirm(@Body() { confirm_token: token }: ConfirmEmailDto) {
    if (!(await this.confirmation.confirm(token)))
      throw inputInvalid(
        'confirm_token',
        'has expired or is not valid for this account. Ask for another with POST /api/v1/accounts/me/confirm-request',
      );
    return envelope<ConfirmedEmailView>({ confirmed: true });
  }

  @LimitedBy('confirm_requests')
  @Post('me/confirm-request')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Ask for another link that confirms your email',
    description:
      'At most 5 times an hour. One address gets at most 5 mails about signing in an hour and 10 a day. Beyond that, the answer is the same and no mail is sent.',
    data: RequestedConfirmationView,
  })
  async request(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder) {
    return envelope(await this.confirmation.requestLink(caller, recorder));
  }
}
