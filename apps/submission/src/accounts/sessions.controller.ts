import { Body, Controller, Header, HttpCode, Post, Res } from '@nestjs/common';
import { SESSION_DAYS, TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope } from '@shipyard/http';
import type { Response } from 'express';
import { LimitedBy, RateLimits } from '../limits/rate-limits';
import { LogInView } from './account.view';
import { LogInDto } from './accounts.dto';
import { accountErrors } from './accounts.errors';
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
  @ApiOperation({
    summary: 'Log in with email and password',
    description: 'For pages: the session is in a cookie. A client of the API uses a token.',
    data: LogInView,
    errors: [accountErrors.LOGIN_INVALID],
    answerHeaders: { 'Set-Cookie': 'The session: HttpOnly, SameSite=Lax, 30 days.' },
  })
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
  @ApiOperation({ summary: 'End the session', data: {}, answerHeaders: { 'Set-Cookie': 'Takes the session away.' } })
  async logOut(@CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response) {
    if (caller.sessionId !== null) await this.sessions.logOut(caller.sessionId);
    const { name, options } = this.sessions.cookie;
    response.clearCookie(name, options);
    return envelope({});
  }
}
