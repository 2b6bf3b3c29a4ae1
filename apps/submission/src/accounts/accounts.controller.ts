import { Body, Controller, Delete, Get, Header, Param, Patch, Post } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { envelope, SecretAnswer } from '@shipyard/http';
import { LimitedBy } from '../limits/rate-limits';
import { ChangeAccountDto, CreateAccountDto, CreateTokenDto } from './accounts.dto';
import { AccountsService } from './accounts.service';
import { type Caller, CurrentCaller } from './caller.view';
import { TokensService } from './tokens.service';

@Controller('api/v1/accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly tokens: TokensService,
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
  async change(@CurrentCaller() caller: Caller, @Body() input: ChangeAccountDto) {
    return envelope(await this.accounts.change(caller, input));
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
