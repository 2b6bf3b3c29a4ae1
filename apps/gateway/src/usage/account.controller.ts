import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, envelopeErrors, HttpError, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { type Member, MemberSecondFactorService, MemberSessionsService, SignedInMember } from '../members';
import { BeginTotpDto, ConfirmTotpDto, operatorErrors, SignInLimits, TurnOffTotpDto } from '../operators';
import { proofOf } from '../pages';
import { AccountPage, type FactorProblem, RecoveryCodesPage, ScanPage } from './account.views';
import { UsageController, UsageForm } from './member-entrance';
import { MemberPages } from './member-pages';
import { usageUrl } from './usage-parts';

const MOST_SESSIONS = 100;

@UsageController('account')
export class AccountPagesController {
  constructor(
    private readonly pages: MemberPages,
    private readonly forms: SessionForms,
    private readonly sessions: MemberSessionsService,
    private readonly secondFactor: MemberSecondFactorService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Query('done') done: unknown,
  ): Promise<void> {
    await this.draw(request, response, member, { problem: null, isDone: done === 'yes' });
  }

  @UsageForm()
  @Post('sessions/:id/end')
  async end(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('id') id: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    try {
      if (id === 'others') await this.sessions.endOthers(member, NO_RECORDER);
      else if (isUUID(id)) await this.sessions.end(member, NO_RECORDER, id);
    } catch (error) {
      // It has ended already.
      if (!(error instanceof HttpError) || error.code !== envelopeErrors.NOT_FOUND.code) throw error;
    }
    response.redirect(303, `${usageUrl('account')}?done=yes`);
  }

  /** Needs the password. Answers with the secret, which no address shows again. */
  @UsageForm()
  @Post('second-factor')
  @HttpCode(200)
  async begin(@Req() request: Request, @Res() response: Response, @SignedInMember() member: Member): Promise<void> {
    const { password = '' } = await this.forms.read(request, response);
    const { values } = await checkFields(BeginTotpDto, { password });
    const begun = await refused(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.limits.guard(member.name, request.ip ?? '', () =>
        this.secondFactor.begin(member, NO_RECORDER, values),
      );
    });
    if (typeof begun === 'string')
      return this.draw(request, response.status(begun === 'wrong' ? 401 : 429), member, { problem: begun });
    this.pages.send(request, response, (page) => ScanPage({ page, begun, problem: null }));
  }

  @UsageForm()
  @Post('second-factor/confirm')
  @HttpCode(200)
  async confirm(@Req() request: Request, @Res() response: Response, @SignedInMember() member: Member): Promise<void> {
    const { secret = '', otpauth_url = '', code = '' } = await this.forms.read(request, response);
    const { values } = await checkFields(ConfirmTotpDto, { code: code.replaceAll(/\s/g, '') });
    const confirmed = await refused(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.secondFactor.confirm(member, NO_RECORDER, values);
    });
    if (typeof confirmed === 'string')
      return this.pages.send(request, response.status(401), (page) =>
        ScanPage({ page, begun: { secret, otpauth_url }, problem: 'wrong' }),
      );
    this.pages.send(request, response, (page) => RecoveryCodesPage({ page, codes: confirmed.recovery_codes }));
  }

  /** Needs the password and the second factor. */
  @UsageForm()
  @Post('second-factor/off')
  async turnOff(@Req() request: Request, @Res() response: Response, @SignedInMember() member: Member): Promise<void> {
    const { password = '', code = '' } = await this.forms.read(request, response);
    const { values } = await checkFields(TurnOffTotpDto, { password, ...proofOf(code) });
    const problem = await refused(async () => {
      if (!values || code.trim() === '') throw operatorErrors.LOGIN_INVALID();
      return this.limits.guard(member.name, request.ip ?? '', () =>
        this.secondFactor.turnOff(member, NO_RECORDER, values),
      );
    });
    if (typeof problem === 'string')
      return this.draw(request, response.status(problem === 'wrong' ? 401 : 429), member, { problem });
    response.redirect(303, `${usageUrl('account')}?done=yes`);
  }

  private async draw(
    request: Request,
    response: Response,
    member: Member,
    told: { problem: FactorProblem | null; isDone?: boolean },
  ): Promise<void> {
    const [{ items }, { totp }] = await Promise.all([
      this.sessions.list(member, { limit: MOST_SESSIONS }),
      this.secondFactor.standing(member),
    ]);
    this.pages.send(request, response, (page) => AccountPage({ page, sessions: items, totp, isDone: false, ...told }));
  }
}

/** What a wrong password or code answers, for the page to say. */
async function refused<Done extends object>(work: () => Promise<Done>): Promise<Done | FactorProblem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError && error.code === operatorErrors.LOGIN_INVALID.code) return 'wrong';
    if (error instanceof HttpError && error.code === operatorErrors.RATE_LIMITED.code) return 'too_fast';
    throw error;
  }
}
