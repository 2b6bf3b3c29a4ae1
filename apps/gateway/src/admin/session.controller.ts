import { Body, Delete, Get, Header, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { STAFF_SESSION, TokenOptional } from '@shipyard/auth';
import { envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PageQuery } from '../database/page.dto';
import {
  CalledBy,
  ConsoleSessionsService,
  SignInDto,
  SignInLimits,
  Needs,
  type Operator,
  WithoutSecondFactor,
} from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController()
export class SessionController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly limits: SignInLimits,
  ) {}

  @TokenOptional()
  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async signIn(@Body() input: SignInDto, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { user, csrfToken, secret } = await this.limits.guard(input.email, request.ip ?? '', () =>
      this.sessions.signIn(input),
    );
    const { name, options } = this.sessions.cookie;
    response.cookie(name, secret, { ...options, maxAge: STAFF_SESSION.hours * 60 * 60_000 });
    return envelope({ user, csrf_token: csrfToken });
  }

  @Post('logout')
  @HttpCode(200)
  @Needs('viewer')
  @WithoutSecondFactor()
  async signOut(@CalledBy() operator: Operator, @Res({ passthrough: true }) response: Response) {
    if (operator.sessionId !== null) await this.sessions.signOut(operator.sessionId);
    const { name, options } = this.sessions.cookie;
    response.clearCookie(name, options);
    return envelope({});
  }

  @Get('sessions')
  @WithoutSecondFactor()
  async list(@CalledBy() operator: Operator, @Query() page: PageQuery) {
    return envelope(await this.sessions.list(operator, page));
  }

  @Delete('sessions/:id')
  @Needs('viewer')
  @WithoutSecondFactor()
  async end(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() sessionId: string) {
    await this.sessions.end(operator, recorder, sessionId);
    return envelope({});
  }

  @Delete('sessions')
  @Needs('viewer')
  @WithoutSecondFactor()
  async endOthers(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder) {
    await this.sessions.endOthers(operator, recorder);
    return envelope({});
  }
}
