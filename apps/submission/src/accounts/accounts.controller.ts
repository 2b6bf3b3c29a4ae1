import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { envelope, SecretAnswer } from '@shipyard/http';
import type { Response } from 'express';
import { LimitedBy, RateLimits } from '../limits/rate-limits';
import { ChangeAccountDto, CreateAccountDto, CreateTokenDto } from './accounts.dto';
import { AccountsService } from './accounts.service';
import { type Caller, CurrentCaller } from './caller.view';
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
  async register(@Body() input: CreateAccountDto) {
    return envelope(await this.accounts.register(input));
  }

  @Get('me')
  async me(@CurrentCaller() caller: Caller) {
    return envelope({ account: await this.accounts.me(caller) });
  }

  @Patch('me')
  async change(@CurrentCaller() caller: Caller, @Body() input: ChangeAccountDto, @Res({ passthrough: true }) response: Response) {
    // Whoever has a token must not find out the password by trying; whether one is sent only the body tells.
    if (input.current_password !== undefined) await this.limits.take(response, 'password_check', caller.accountId);
    return envelope({ account: await this.accounts.change(caller, input) });
  }

  @Get('tokens')
  async listTokens(@CurrentCaller() caller: Caller) {
    return envelope({ tokens: await this.tokens.list(caller) });
  }

  @Post('tokens')
  @SecretAnswer()
  @Header('cache-control', 'no-store')
  async createToken(@CurrentCaller() caller: Caller, @Body() input: CreateTokenDto) {
    return envelope(await this.tokens.create(caller, input));
  }

  @Delete('tokens/:id')
  async revokeToken(@CurrentCaller() caller: Caller, @Param('id') tokenId: string) {
    await this.tokens.revoke(caller, tokenId);
    return envelope({});
  }
}
