import { Body, Delete, Get, Header, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Request, Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import {
  CalledBy,
  ConsoleSessionsService,
  ConsoleSessionView,
  operatorErrors,
  SignedInView,
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

  @ApiOperation({
    summary: 'Sign in to the console',
    description: 'Sets the session cookie. Each write with it needs the CSRF token.',
    data: SignedInView,
    errors: [operatorErrors.LOGIN_INVALID, operatorErrors.RATE_LIMITED],
  })
  @TokenOptional()
  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async signIn(@Body() input: SignInDto, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { user, ...session } = await this.limits.guard(input.email, request.ip ?? '', () =>
      this.sessions.signIn(input),
    );
    this.sessions.setCookie(response, session);
    return envelope({ user, csrf_token: session.csrfToken });
  }

  @ApiOperation({ summary: 'Sign out', data: {} })
  @Post('logout')
  @HttpCode(200)
  @Needs('viewer')
  @WithoutSecondFactor()
  async signOut(@CalledBy() operator: Operator, @Res({ passthrough: true }) response: Response) {
    if (operator.sessionId !== null) await this.sessions.signOut(operator.sessionId);
    this.sessions.clearCookie(response);
    return envelope({});
  }

  @ApiOperation({ summary: 'List your sessions', data: pageOf(ConsoleSessionView), errors: [changeErrors.CONFLICT] })
  @Get('sessions')
  @WithoutSecondFactor()
  async list(@CalledBy() operator: Operator, @Query() page: PageQuery) {
    return envelope(await this.sessions.list(operator, page));
  }

  @ApiOperation({
    summary: 'End one of your sessions',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete('sessions/:id')
  @Needs('viewer')
  @WithoutSecondFactor()
  async end(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() sessionId: string) {
    await this.sessions.end(operator, recorder, sessionId);
    return envelope({});
  }

  @ApiOperation({ summary: 'End your other sessions', data: {}, errors: [changeErrors.CONFLICT] })
  @Delete('sessions')
  @Needs('viewer')
  @WithoutSecondFactor()
  async endOthers(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder) {
    await this.sessions.endOthers(operator, recorder);
    return envelope({});
  }
}
