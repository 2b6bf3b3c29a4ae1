import { Body, Controller, Delete, Get, Header, HttpCode, Ip, Param, Post, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Response } from 'express';
import { LimitedBy } from '../limits/rate-limits';
import { LogInView } from './account.view';
import { LogInDto } from './accounts.dto';
import { accountErrors } from './accounts.errors';
import { type Caller, CurrentCaller } from './caller';
import { SignInService } from './sign-in.service';
import { SessionView } from './session.view';
import { SessionsService } from './sessions.service';

@Controller('api/v1/accounts')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly signIns: SignInService,
  ) {}

  @TokenOptional()
  @LimitedBy('log_in_address')
  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Sign in with email and password',
    description:
      'For browsers: the session is in a cookie. Other clients use a token. An account with a second factor also needs `code` or `recovery_code`: without it, the answer is LOGIN_INVALID with details.second_factor.',
    data: LogInView,
    errors: [accountErrors.LOGIN_INVALID],
    answerHeaders: {
      'Set-Cookie': 'The session: HttpOnly, SameSite=Lax, 30 days; for staff 12 hours, and 60 minutes without a call.',
    },
  })
  async logIn(@Body() input: LogInDto, @Ip() ip: string | undefined, @Res({ passthrough: true }) response: Response) {
    const { account, csrfToken } = await this.signIns.signIn(response, input, ip);
    return envelope({ account, csrf_token: csrfToken });
  }

  @Post('logout')
  @HttpCode(200)
  @ApiOperation({
    summary: 'End the session',
    data: {},
    answerHeaders: {
      'Set-Cookie': 'Deletes the session cookie.',
      'Clear-Site-Data': '`"storage"`: the browser forgets drafts.',
    },
  })
  async logOut(@CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response) {
    await this.signIns.signOut(response, caller.sessionId);
    return envelope({});
  }

  @Get('sessions')
  @ApiOperation({ summary: 'List your sessions', data: { sessions: [SessionView] } })
  async list(@CurrentCaller() caller: Caller) {
    return envelope({ sessions: await this.sessions.list(caller) });
  }

  @Delete('sessions/:id')
  @ApiOperation({
    summary: 'End a session',
    description: 'The session ends within a second.',
    data: {},
    errors: [envelopeErrors.NOT_FOUND],
  })
  async end(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('id') sessionId: string) {
    await this.sessions.end(caller, recorder, sessionId);
    return envelope({});
  }

  @Delete('sessions')
  @ApiOperation({
    summary: 'End all other sessions',
    description: 'The session of this call continues. A call with a token ends all sessions.',
    data: {},
  })
  async endOthers(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder) {
    await this.sessions.endOthers(caller, recorder);
    return envelope({});
  }
}
