import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, SecretAnswer } from '@shipyard/http';
import type { Response } from 'express';
import { LimitedBy, RateLimits } from '../limits/rate-limits';
import { AccountView, NewAccountView } from './account.view';
import { ChangeAccountDto, CreateAccountDto, CreateTokenDto } from './accounts.dto';
import { accountErrors } from './accounts.errors';
import { AccountsService } from './accounts.service';
import { type Caller, CurrentCaller } from './caller.view';
import { NewTokenView, TokenView } from './token.view';
import { TokensService } from './tokens.service';

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
    summary: 'Make an account and its first token',
    description: 'Where registration is closed, the answer is FORBIDDEN: ask the operator.',
    data: NewAccountView,
    errors: [envelopeErrors.FORBIDDEN, accountErrors.HANDLE_TAKEN, accountErrors.EMAIL_TAKEN],
  })
  async register(@Body() input: CreateAccountDto) {
    return envelope(await this.accounts.register(input));
  }

  @Get('me')
  @ApiOperation({ summary: 'Read your own account', data: { account: AccountView } })
  async me(@CurrentCaller() caller: Caller) {
    return envelope({ account: await this.accounts.me(caller) });
  }

  @Patch('me')
  @ApiOperation({
    summary: 'Change your own account',
    description: 'A new password needs the current one and ends all sessions. The date of birth is set once: where there is one, the answer is FORBIDDEN.',
    data: { account: AccountView },
    errors: [accountErrors.LOGIN_INVALID],
  })
  async change(@CurrentCaller() caller: Caller, @Body() input: ChangeAccountDto, @Res({ passthrough: true }) response: Response) {
    // Whoever has a token must not find out the password by trying; whether one is sent only the body tells.
    if (input.current_password !== undefined) await this.limits.take(response, 'password_check', caller.accountId);
    return envelope(await this.accounts.change(caller, input));
  }

  @Get('tokens')
  @ApiOperation({ summary: 'List your tokens', data: { tokens: [TokenView] } })
  async listTokens(@CurrentCaller() caller: Caller) {
    return envelope({ tokens: await this.tokens.list(caller) });
  }

  @Post('tokens')
  @SecretAnswer()
  @ApiOperation({ summary: 'Make a token', description: 'Its secret is in this answer and nowhere else.', data: NewTokenView })
  async createToken(@CurrentCaller() caller: Caller, @Body() input: CreateTokenDto) {
    return envelope(await this.tokens.create(caller, input));
  }

  @Delete('tokens/:id')
  @ApiOperation({ summary: 'Revoke a token', description: 'It ends within a second.', data: {}, errors: [envelopeErrors.NOT_FOUND] })
  async revokeToken(@CurrentCaller() caller: Caller, @Param('id') tokenId: string) {
    await this.tokens.revoke(caller, tokenId);
    return envelope({});
  }
}
