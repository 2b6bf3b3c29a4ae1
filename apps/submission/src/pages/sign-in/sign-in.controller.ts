import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { ownPath, readPageForm, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { callerOf, FormWithCsrfToken, isStaff, SignInService, worksAsStaff } from '../../accounts';
import { LimitedBy } from '../../limits/rate-limits';
import { CONSOLE_HOME } from '../console/console-parts';
import { PageRenderer } from '../page-renderer';
import { LogInAttempt } from './sign-in.attempt';
import { LogInPage, type LogInPageProps } from './sign-in.views';

/** Where a log-in leads that comes from no page: to the work of staff, or to the projects of a participant. */
const homeOf = (isOfStaff: boolean) => (isOfStaff ? CONSOLE_HOME : '/studio');

/** The log-in form is for visitors without a session, so it has no CSRF token. It is taken from our own pages only. */
@OutsideApi()
@TokenOptional()
@Controller()
export class SignInPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly attempt: LogInAttempt,
    private readonly signIns: SignInService,
    private readonly forms: SessionForms,
  ) {}

  @Get('login')
  show(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): void {
    const next = ownPath(asked);
    const caller = callerOf(request);
    if (caller?.sessionId) return leave(response, next ?? homeOf(worksAsStaff(caller)));
    this.draw(request, response, { next, email: '', problem: null });
  }

  @OwnBody()
  @LimitedBy('log_in_address')
  @Post('login')
  async logIn(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const { email = '', password = '', code = '' } = await readPageForm(request, response);
    const next = ownPath(asked);
    const outcome = await this.attempt.run(request, response, { email, password, code });
    if ('csrfToken' in outcome) return leave(response, next ?? homeOf(isStaff(outcome)));
    const { problem, status } = outcome;
    this.draw(request, response.status(status), { next, email, problem });
  }

  @OwnBody()
  @FormWithCsrfToken()
  @Post('logout')
  async logOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.forms.read(request, response);
    await this.signIns.signOut(response, callerOf(request)?.sessionId ?? null);
    leave(response, '/');
  }

  private draw(request: Request, response: Response, entered: Omit<LogInPageProps, 'page'>): void {
    this.pages.send(request, response, (page) => LogInPage({ page, ...entered }), { hasScripts: true });
  }
}

/** No cache may keep where a log-in leads. */
function leave(response: Response, path: string): void {
  response.removeHeader('access-control-allow-origin');
  response.set('cache-control', 'no-store').redirect(303, path);
}
