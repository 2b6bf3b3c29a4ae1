import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import { checkFields, OutsideApi } from '@shipyard/http';
import { readPageForm } from '@shipyard/pages';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import type { Request, Response } from 'express';
import { LinkInvalid, MemberRecoveryService, NewPasswordDto, RecoverDto } from '../members';
import { rateLimited } from '../operators';
import { UsageForm } from './member-entrance';
import { MemberPages } from './member-pages';
import { AskForLinkPage, ChoosePasswordPage, LinkOverPage, LinkSentPage } from './recovery.views';
import { LOG_IN_URL, RECOVER_URL } from './usage-parts';

/** For one address. Each mail address has a rate of its own besides. */
const REQUESTS = { limit: 20, windowMs: 60 * 60_000 };

/** The forms carry their own secret, or none, and set no session. So they need no CSRF token. */
@OutsideApi()
@Controller('usage')
export class RecoveryController {
  constructor(
    private readonly pages: MemberPages,
    private readonly recovery: MemberRecoveryService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('recover')
  show(@Req() request: Request, @Res() response: Response, @Query('sent') sent: unknown): void {
    this.pages.send(request, response, (page) =>
      sent === 'yes' ? LinkSentPage({ page }) : AskForLinkPage({ page, email: '', problem: null }),
    );
  }

  /** Answers the same for an email that nobody has. */
  @UsageForm('recover')
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { email: typed = '' } = await readPageForm(request, response);
    const email = typed.trim();
    const { values } = await checkFields(RecoverDto, { email });
    if (!values)
      return this.pages.send(request, response.status(400), (page) =>
        AskForLinkPage({ page, email, problem: email === '' ? 'missing' : 'invalid' }),
      );
    await this.count(request);
    await this.recovery.request(values.email);
    response.redirect(303, `${RECOVER_URL}?sent=yes`);
  }

  @Get('password')
  async open(@Req() request: Request, @Res() response: Response, @Query('token') sent: unknown): Promise<void> {
    const token = typeof sent === 'string' ? sent : '';
    // Before somebody thinks of a password for nothing.
    if (!(await this.recovery.isValid(token))) return this.tellOver(request, response);
    this.pages.send(request, response, (page) => ChoosePasswordPage({ page, token, problem: null }));
  }

  @UsageForm('password')
  async setPassword(@Req() request: Request, @Res() response: Response, @Query('token') sent: unknown): Promise<void> {
    const token = typeof sent === 'string' ? sent : '';
    const { password = '' } = await readPageForm(request, response);
    await this.count(request);
    if (!(await this.recovery.isValid(token))) return this.tellOver(request, response);
    const { values } = await checkFields(NewPasswordDto, { password });
    if (!values)
      return this.pages.send(request, response.status(400), (page) =>
        ChoosePasswordPage({ page, token, problem: password === '' ? 'missing' : 'invalid' }),
      );
    try {
      await this.recovery.setPassword(token, values.password);
    } catch (error) {
      if (error instanceof LinkInvalid) return this.tellOver(request, response);
      throw error;
    }
    response.redirect(303, `${LOG_IN_URL}?set=yes`);
  }

  private tellOver(request: Request, response: Response): void {
    this.pages.send(request, response.status(410), (page) => LinkOverPage({ page }));
  }

  private async count({ ip = '' }: Request): Promise<void> {
    const { allowed, resetMs } = await this.limiter.take(`member-links:${addressBlock(ip)}`, REQUESTS);
    const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
    if (!allowed) throw rateLimited(`Too many requests. Wait ${seconds} s and try again.`, seconds);
  }
}
