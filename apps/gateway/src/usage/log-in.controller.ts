import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, HttpError, OutsideApi } from '@shipyard/http';
import { ownPath, readPageForm, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { MemberSessionsService } from '../members';
import { operatorErrors, SignInDto, SignInLimits } from '../operators';
import { USAGE_HOME } from '../pages';
import { LogInPage, type LogInProblem } from './log-in.views';
import { UsageController, UsageForm } from './member-entrance';
import { MemberPages } from './member-pages';
import { proofOf } from './sent-proof';
import { LOG_IN_URL } from './usage-parts';

type Outcome = { status: number; problem: LogInProblem } | null;

/** The form is for visitors without a session, so it has no CSRF token. It is taken from our own pages only. */
@OutsideApi()
@Controller('usage/login')
export class MemberLogInController {
  constructor(
    private readonly pages: MemberPages,
    private readonly sessions: MemberSessionsService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Query('next') asked: unknown,
    @Query('set') set: unknown,
  ): Promise<void> {
    const next = nextOf(asked);
    if ((await this.sessions.find(request)) !== null) return leave(response, next);
    this.pages.send(request, response, (page) =>
      LogInPage({ page, next, email: '', isSet: set === 'yes', problem: null }),
    );
  }

  @UsageForm()
  @Post()
  async logIn(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const { email: typed = '', password = '', code = '' } = await readPageForm(request, response);
    const [next, email] = [nextOf(asked), typed.trim()];
    const refused = await this.signIn(request, response, { email, password, code });
    if (refused === null) return leave(response, next);
    this.pages.send(request, response.status(refused.status), (page) =>
      LogInPage({ page, next, email, problem: refused.problem }),
    );
  }

  private async signIn(
    request: Request,
    response: Response,
    sent: Record<'email' | 'password' | 'code', string>,
  ): Promise<Outcome> {
    if (sent.email === '' || sent.password === '') return { status: 400, problem: 'empty' };
    const { email, password } = sent;
    const { values } = await checkFields(SignInDto, { email, password, ...proofOf(sent.code) });
    if (!values) return { status: 400, problem: sent.code === '' ? 'wrong' : 'code_wrong' };
    try {
      const session = await this.limits.guard(values.email, request.ip ?? '', () => this.sessions.signIn(values));
      this.sessions.setCookie(response, session);
      return null;
    } catch (error) {
      const problem = error instanceof HttpError ? problemOf(error) : null;
      if (!(error instanceof HttpError) || problem === null) throw error;
      for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
      return { status: error.row.status, problem };
    }
  }
}

@UsageController('logout')
export class MemberLogOutController {
  constructor(
    private readonly forms: SessionForms,
    private readonly sessions: MemberSessionsService,
  ) {}

  @UsageForm()
  @Post()
  async logOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.forms.read(request, response);
    if (request.member) await this.sessions.signOut(request.member.sessionId);
    this.sessions.clearCookie(response);
    leave(response, LOG_IN_URL);
  }
}

/** A path of these pages only. */
export function nextOf(asked: unknown): string {
  const path = ownPath(asked);
  return path !== null && /^\/usage(?:[/?]|$)/.test(path) && !path.startsWith(LOG_IN_URL) ? path : USAGE_HOME;
}

/** No cache may keep where a log-in leads. */
function leave(response: Response, path: string): void {
  response.removeHeader('access-control-allow-origin');
  response.set('cache-control', 'no-store').redirect(303, path);
}

function problemOf({ code, particulars: { details } }: HttpError): LogInProblem | null {
  if (code === operatorErrors.RATE_LIMITED.code) return 'too_fast';
  if (code !== operatorErrors.LOGIN_INVALID.code) return null;
  if (details === undefined) return 'wrong';
  return details.second_factor === 'required' ? 'code_needed' : 'code_wrong';
}
