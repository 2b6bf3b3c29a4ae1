import { Body, Controller, Delete, Get, Header, Ip, Param, Patch, Post, Res } from '@nestjs/common';
import { addressBlock, TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import type { Response } from 'express';
import { limitErrors } from '../limits/limits.errors';
import { LimitedBy, RateLimits } from '../limits/rate-limits';
import { AccountView, NewAccountView } from './account.view';
import { ChangeAccountDto, CreateAccountDto, CreateTokenDto } from './accounts.dto';
import { accountErrors } from './accounts.errors';
import { AccountsService } from './accounts.service';
import { type Caller, CurrentCaller } from './caller';
import { NewTokenView, RevokedTokensView, TokenView } from './token.view';
import { RECENT_MINUTES } from './recent-sign-in.service';
import { LISTED_DAYS, TokensService } from './tokens.service';

@Controller('api/v1/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly tokens: TokensService,
    private readonly limits: RateLimits,
  ) {}

  @TokenOptional()
  @LimitedBy('registration')
  @Post()
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Create an account and its first token',
    description:
      'If registration is closed, the answer is FORBIDDEN: ask the operator. If the date of birth says that the person is below the minimum age, it is AGE_REFUSED, and nothing is stored.',
    data: NewAccountView,
    errors: [
      envelopeErrors.FORBIDDEN,
      accountErrors.AGE_REFUSED,
      accountErrors.HANDLE_TAKEN,
      accountErrors.EMAIL_TAKEN,
    ],
  })
  async register(@Body() input: CreateAccountDto) {
    return envelope(await this.accounts.register(input));
  }

  @Get('me')
  @ApiOperation({ summary: 'Read your own account', data: { account: AccountView } })
  async me(@CurrentCaller() caller: Caller) {
    return envelope({ account: await this.accounts.me(caller) });
  }

  // The email and the date of birth are personal data, so the stored response is encrypted.
  @SecretAnswer()
  @Patch('me')
  @ApiOperation({
    summary: 'Change your own account',
    description:
      'A new password needs the current one. It ends all sessions. It also revokes the tokens of the command line and of connected apps, all tokens, or none: see `revoke_tokens`. You can set the date of birth once: if there is one, the answer is FORBIDDEN.',
    data: { account: AccountView },
    errors: [accountErrors.LOGIN_INVALID, accountErrors.AGE_REFUSED],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: ChangeAccountDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    // A stolen token must not help to guess the password, or to keep its owner from changing it.
    if (input.current_password !== undefined)
      await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(ip ?? '')}`);
    return envelope(await this.accounts.change(caller, recorder, input));
  }

  @Get('tokens')
  @ApiOperation({
    summary: 'List your tokens',
    description: `Valid tokens come first, then those that were revoked or expired in the last ${LISTED_DAYS} days.`,
    data: { tokens: [TokenView] },
  })
  async listTokens(@CurrentCaller() caller: Caller) {
    return envelope({ tokens: await this.tokens.list(caller) });
  }

  @Post('tokens')
  @SecretAnswer()
  @ApiOperation({
    summary: 'Create a token',
    description: `Only this answer shows its secret. A token that is created with another token expires and is revoked with it at the latest. A session that signed in more than ${RECENT_MINUTES} minutes ago needs \`current_password\`: without it, FORBIDDEN.`,
    data: NewTokenView,
    errors: [accountErrors.LOGIN_INVALID, limitErrors.QUOTA_EXCEEDED],
  })
  async createToken(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateTokenDto,
    @Ip() ip: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    // A password check here is limited like one for a password change.
    if (input.current_password !== undefined)
      await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(ip ?? '')}`);
    return envelope(await this.tokens.create(caller, recorder, input));
  }

  @Delete('tokens')
  @ApiOperation({
    summary: 'Revoke all your tokens',
    description: 'Includes the token of this call. Sessions continue. The tokens stop working within a second.',
    data: RevokedTokensView,
  })
  async revokeAllTokens(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder) {
    return envelope(await this.tokens.revokeAll(caller, recorder));
  }

  @Delete('tokens/:id')
  @ApiOperation({
    summary: 'Revoke a token',
    description: 'The token stops working within a second, and so do all tokens that were created with it.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND],
  })
  async revokeToken(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('id') tokenId: string,
  ) {
    await this.tokens.revoke(caller, recorder, tokenId);
    return envelope({});
  }
}
