import { Body, Controller, Header, HttpCode, Post, Res } from '@nestjs/common';
import { SESSION_DAYS, TokenOptional } from '@shipyard/auth';
import { envelope } from '@shipyard/http';
import type { Response } from 'express';
import { LimitedBy, RateLimits } from '../limits/rate-limits';
import { LogInDto } from './accounts.dto';
import { type Caller, CurrentCaller } from './caller.view';
import { SessionsService } from './sessions.service';

@Controller('api/v1/accounts')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly limits: RateLimits,
  ) {}

  @TokenOptional()
  @LimitedBy('log_in_address')
  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async logIn(@Body() input: LogInDto, @Res({ passthrough: true }) response: Response) {
    // The email is in the body, so this rate cannot be looked at before it.
    await this.limits.take(response, 'log_in_email', input.email.toLowerCase());
    const { account, csrfToken, secret } = await this.sessions.logIn(input);
    const { name, options } = this.sessions.cookie;
    response.cookie(name, secret, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60_000 });
    return envelope({ account, csrf_token: csrfToken });
  }

  @Post('logout')
  @HttpCode(200)
  async logOut(@CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response) {
    if (caller.sessionId !== null) await this.sessions.logOut(caller.sessionId);
    const { name, options } = this.sessions.cookie;
    response.clearCookie(name, options);
    return envelope({});
  }
}
