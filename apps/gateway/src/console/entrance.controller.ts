import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, HttpError, OutsideApi, OwnBody } from '@shipyard/http';
import { readPageForm, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { ConsoleSessionsService, operatorErrors, SignInDto, SignInLimits } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { carriedIn, LogInPage, type LogInProblem, SendAgainPage } from './console-entrance.views';
import { consoleUrl, LOG_IN_URL } from './console-parts';
import { nextOf, proofOf } from './log-in-fields';

const FORM_BYTES = 256 * 1024;

type SentLogIn = Record<'email' | 'password' | 'code', string>;
type Outcome = { csrfToken: string } | { status: number; problem: LogInProblem };

/** The log-in form is for visitors without a session, so it has no CSRF token. It is taken from our own pages only. */
@OutsideApi()
@Controller('admin/console/login')
export class LogInController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly sessions: ConsoleSessionsService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const operator = await this.sessions.find(request);
    if (operator && operator.lacks !== 'required') return leave(response, nextOf(asked));
    this.draw(request, response, { next: nextOf(asked), email: '', kept: {}, problem: null });
  }

  @OwnBody()
  @Post()
  async logIn(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const sent = await readPageForm(request, response, FORM_BYTES);
    const { email = '', password = '', code = '' } = sent;
    const kept = carriedIn(sent);
    const next = nextOf(asked);
    const outcome = await this.signIn(request, response, { email: email.trim(), password, code });
    if ('problem' in outcome)
      return this.draw(request, response.status(outcome.status), { next, email, kept, problem: outcome.problem });
    if (Object.keys(kept).length === 0) return leave(response, next);
    const { csrfToken } = outcome;
    this.pages.send(request, response, (page) => SendAgainPage({ page, csrfToken, next, fields: kept }));
  }

  private async signIn(request: Request, response: Response, sent: SentLogIn): Promise<Outcome> {
    if (sent.email === '' || sent.password === '') return { status: 400, problem: 'empty' };
    const { values } = await checkFields(SignInDto, {
      email: sent.email,
      password: sent.password,
      ...proofOf(sent.code),
    });
    if (!values) return { status: 400, problem: sent.code === '' ? 'wrong' : 'code_wrong' };
    try {
      const session = await this.limits.guard(values.email, request.ip ?? '', () => this.sessions.signIn(values));
      this.sessions.setCookie(response, session);
      return { csrfToken: session.csrfToken };
    } catch (error) {
      const problem = error instanceof HttpError ? problemOf(error) : null;
      if (!(error instanceof HttpError) || problem === null) throw error;
      for (const [name, value] of Object.entries(error.particulars.headers ?? {})) response.setHeader(name, value);
      return { status: error.row.status, problem };
    }
  }

  private draw(request: Request, response: Response, entered: Omit<Parameters<typeof LogInPage>[0], 'page'>): void {
    this.pages.send(request, response, (page) => LogInPage({ page, ...entered }));
  }
}

@ConsoleController('')
export class ConsoleHomeController {
  constructor(
    private readonly forms: SessionForms,
    private readonly sessions: ConsoleSessionsService,
  ) {}

  @Get()
  open(@Res() response: Response): void {
    leave(response, consoleUrl('overview'));
  }

  @ConsoleForm()
  @Post('logout')
  async logOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.forms.read(request, response);
    if (request.operator?.sessionId) await this.sessions.signOut(request.operator.sessionId);
    this.sessions.clearCookie(response);
    leave(response, LOG_IN_URL);
  }
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
