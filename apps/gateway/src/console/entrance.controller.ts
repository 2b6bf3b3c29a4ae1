import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { carriedIn, readPageForm, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { ConsoleSessionsService, SignInLimits } from '../operators';
import { leaveFor, logInByForm, PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { LogInPage, SendAgainPage } from './console-entrance.views';
import { CONSOLE_FORM_BYTES, consoleUrl, LOG_IN_URL } from './console-parts';
import { nextOf } from './next-page';

/** The log-in form is for visitors without a session, so it has no CSRF token. It is taken from our own pages only. */
@OutsideApi()
@Controller('admin/console/login')
export class LogInController {
  constructor(
    private readonly pages: PageRenderer,
    readonly sessions: ConsoleSessionsService,
    readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const operator = await this.sessions.find(request);
    if (operator && operator.lacks !== 'required') return leaveFor(response, nextOf(asked));
    this.draw(request, response, { next: nextOf(asked), email: '', kept: {}, problem: null });
  }

  @OwnBody()
  @Post()
  async logIn(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const sent = await readPageForm(request, response, CONSOLE_FORM_BYTES);
    const kept = carriedIn(sent);
    const next = nextOf(asked);
    const outcome = await logInByForm(request, response, sent, this);
    if ('problem' in outcome) {
      const { status, problem } = outcome;
      return this.draw(request, response.status(status), { next, email: (sent.email ?? '').trim(), kept, problem });
    }
    if (Object.keys(kept).length === 0) return leaveFor(response, next);
    const { csrfToken } = outcome;
    this.pages.send(request, response, (page) => SendAgainPage({ page, csrfToken, next, fields: kept }));
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
    leaveFor(response, consoleUrl('overview'));
  }

  @ConsoleForm('logout')
  async logOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.forms.read(request, response);
    if (request.operator?.sessionId) await this.sessions.signOut(request.operator.sessionId);
    this.sessions.clearCookie(response);
    leaveFor(response, LOG_IN_URL);
  }
}
