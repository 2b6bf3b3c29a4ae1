import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AccountView } from './account.view';
import type { LogInDto } from './accounts.dto';
import { SessionsService } from './sessions.service';
import { SignInAudit } from './sign-in-audit.service';
import { SignInLimits } from './sign-in-limits.service';

/** Signs in for the API and for pages: limits, audit, password and second factor, then the session cookie. */
@Injectable()
export class SignInService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly audit: SignInAudit,
    private readonly limits: SignInLimits,
  ) {}

  async signIn(
    response: Response,
    input: LogInDto,
    ip: string | undefined,
  ): Promise<{ account: AccountView; csrfToken: string }> {
    return this.limits.guard(response, { email: input.email, ip }, () => this.open(response, input));
  }

  /**
   * For the form that has just made the account. Only its rate counts, so that the headers of its answers are the same
   * for all.
   */
  async signInAfterJoining(response: Response, input: Pick<LogInDto, 'email' | 'password'>): Promise<void> {
    await this.open(response, input);
  }

  async signOut(response: Response, sessionId: string | null): Promise<void> {
    if (sessionId !== null) await this.sessions.signOut(sessionId);
    this.forgetBrowser(response);
  }

  private async open(response: Response, input: LogInDto): Promise<{ account: AccountView; csrfToken: string }> {
    const { account, ...session } = await this.audit.audited(input.email, () => this.sessions.signIn(input));
    this.sessions.setCookie(response, session);
    return { account, csrfToken: session.csrfToken };
  }

  /** Also for a session that has ended with its account. Drafts go too, without the script that removes them. */
  forgetBrowser(response: Response): void {
    this.sessions.clearCookie(response);
    response.setHeader('clear-site-data', '"storage"');
  }
}
