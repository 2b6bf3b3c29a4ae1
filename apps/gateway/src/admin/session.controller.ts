import { Body, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { SESSION_DAYS, TokenOptional } from '@shipyard/auth';
import { envelope } from '@shipyard/http';
import type { Request, Response } from 'express';
import { ConsoleSessionsService } from '../operators/console-sessions.service';
import { LogInLimits } from '../operators/log-in-limits.service';
import { Needs } from '../operators/operator.guard';
import { CalledBy, type Operator } from '../operators/operator.view';
import { LogInDto } from '../operators/operators.dto';
import { AdminController } from './admin-controller';

/** Logging in to the console, and out of it. */
@AdminController()
export class SessionController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly limits: LogInLimits,
  ) {}

  @TokenOptional()
  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async logIn(@Body() input: LogInDto, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { user, csrfToken, secret } = await this.limits.guard(input.email, request.ip ?? '', () => this.sessions.logIn(input));
    const { name, options } = this.sessions.cookie;
    response.cookie(name, secret, { ...options, maxAge: SESSION_DAYS * 24 * 60 * 60_000 });
    return envelope({ user, csrf_token: csrfToken });
  }

  @Post('logout')
  @HttpCode(200)
  @Needs('viewer')
  async logOut(@CalledBy() operator: Operator, @Res({ passthrough: true }) response: Response) {
    if (operator.sessionId !== null) await this.sessions.logOut(operator.sessionId);
    const { name, options } = this.sessions.cookie;
    response.clearCookie(name, options);
    return envelope({});
  }
}
