import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { OutsideApi } from '@shipyard/http';
import { ownPath, readPageForm, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { MemberSessionsService } from '../members';
import { SignInLimits } from '../operators';
import { leaveFor, logInByForm, USAGE_HOME } from '../pages';
import { LogInPage } from './log-in.views';
import { UsageController, UsageForm } from './member-entrance';
import { MemberPages } from './member-pages';
import { LOG_IN_URL } from './usage-parts';

/** The form is for visitors without a session, so it has no CSRF token. It is taken from our own pages only. */
@OutsideApi()
@Controller('usage/login')
export class MemberLogInController {
  constructor(
    private readonly pages: MemberPages,
    readonly sessions: MemberSessionsService,
    readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Query('next') asked: unknown,
    @Query('set') set: unknown,
  ): Promise<void> {
    const next = nextOf(asked);
    if ((await this.sessions.find(request)) !== null) return leaveFor(response, next);
    this.pages.send(request, response, (page) =>
      LogInPage({ page, next, email: '', isSet: set === 'yes', problem: null }),
    );
  }

  @UsageForm()
  async logIn(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const sent = await readPageForm(request, response);
    const next = nextOf(asked);
    const outcome = await logInByForm(request, response, sent, this);
    if (!('problem' in outcome)) return leaveFor(response, next);
    const { status, problem } = outcome;
    this.pages.send(request, response.status(status), (page) =>
      LogInPage({ page, next, email: (sent.email ?? '').trim(), problem }),
    );
  }
}

@UsageController('logout')
export class MemberLogOutController {
  constructor(
    private readonly forms: SessionForms,
    private readonly sessions: MemberSessionsService,
  ) {}

  @UsageForm()
  async logOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.forms.read(request, response);
    if (request.member) await this.sessions.signOut(request.member.sessionId);
    this.sessions.clearCookie(response);
    leaveFor(response, LOG_IN_URL);
  }
}

/** A path of these pages only. */
export function nextOf(asked: unknown): string {
  const path = ownPath(asked);
  return path !== null && /^\/usage(?:[/?]|$)/.test(path) && !path.startsWith(LOG_IN_URL) ? path : USAGE_HOME;
}
