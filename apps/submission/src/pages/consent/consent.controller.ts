import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { addressBlock, TokenOptional } from '@shipyard/auth';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, callerOf, FormWithCsrfToken } from '../../accounts';
import { RateLimits } from '../../limits/rate-limits';
import { Approvals, Authorizations, oauthErrors, type QueryParameters, targetOf } from '../../oauth';
import { type ApprovalProblem, approvalProblemOf } from '../approval';
import { PageRenderer } from '../page-renderer';
import { logInUrl } from '../sign-in/sign-in-urls';
import { ConsentPage, WrongClientPage, WrongRequestPage } from './consent.views';
import { AuthorizationQuery, type CheckedQuery } from './consent.query';

/**
 * Where a person allows an app:
 * 1. A wrong client or redirect URI is a page, so that nothing is sent to a stranger.
 * 2. A visitor without a session logs in and comes back. Without it, a link to this service would lead anywhere.
 * 3. Other faults are a page that names the target. Its link tells the client, if the person wants that.
 * 4. The form goes to the same URL, whose query is checked again.
 */
@OutsideApi()
@TokenOptional()
@Controller()
export class ConsentPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly queries: AuthorizationQuery,
    private readonly authorizations: Authorizations,
    private readonly approvals: Approvals,
    private readonly limits: RateLimits,
  ) {}

  @Get('oauth/authorize')
  async show(@Req() request: Request, @Res() response: Response, @Query() query: QueryParameters): Promise<void> {
    const entered = await this.enter(request, response, query);
    if (entered) await this.draw(request, response, entered, null);
  }

  @OwnBody()
  @FormWithCsrfToken()
  @Post('oauth/authorize')
  async decide(@Req() request: Request, @Res() response: Response, @Query() query: QueryParameters): Promise<void> {
    const { decision, password = '' } = await this.forms.read(request, response);
    const entered = await this.enter(request, response, query);
    if (!entered) return;
    const { checked, caller } = entered;
    if (decision === 'refuse') return leave(response, checked.refusal(oauthErrors.access_denied()));
    if (decision !== 'allow') return leave(response, request.originalUrl);
    if (password !== '')
      await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(request.ip ?? '')}`);
    try {
      const code = await this.authorizations.allow(caller, checked, password === '' ? undefined : password);
      leave(response, checked.answer({ code }));
    } catch (error) {
      const { problem, status } = approvalProblemOf(error);
      await this.draw(request, response.status(status), entered, problem);
    }
  }

  /** Null if the request was answered already. */
  private async enter(request: Request, response: Response, query: QueryParameters): Promise<Entered | null> {
    const checked = await this.queries.check(query);
    if (checked.kind === 'wrong-client' || checked.kind === 'wrong-redirect') {
      const { kind } = checked;
      this.pages.send(request, response.status(400), (page) => WrongClientPage({ page, kind }));
      return null;
    }
    const caller = callerOf(request);
    if (!caller?.sessionId) {
      leave(response, logInUrl(request.originalUrl));
      return null;
    }
    if (checked.kind === 'right') return { checked, caller };
    const { client, redirectUri, code, refusal } = checked;
    const fault = { client: client.name, target: targetOf(redirectUri), code, refusal };
    this.pages.send(request, response.status(400), (page) => WrongRequestPage({ page, ...fault }));
    return null;
  }

  private async draw(
    request: Request,
    response: Response,
    { checked, caller }: Entered,
    problem: ApprovalProblem | null,
  ): Promise<void> {
    const asksForPassword = problem !== null || (await this.approvals.needsPassword(caller));
    const { client, redirectUri, request: asked } = checked;
    const { handle } = caller;
    const action = request.originalUrl;
    // Browsers apply the policy to where the form is redirected, too.
    const target = targetOf(redirectUri);
    this.pages.send(
      request,
      response,
      (page) =>
        ConsentPage({
          page,
          action,
          client: client.name,
          target,
          scopes: asked.scopes,
          handle,
          asksForPassword,
          problem,
        }),
      { formTarget: target.source },
    );
  }
}

interface Entered {
  checked: CheckedQuery;
  caller: Caller;
}

/** The URL can hold a code, which is for the client alone. */
function leave(response: Response, url: string): void {
  response.removeHeader('access-control-allow-origin');
  response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', location: url }).status(303).end();
}
