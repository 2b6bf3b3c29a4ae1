import { Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import { checkFields, HttpError, NO_RECORDER } from '@shipyard/http';
import { carriedIn, ownPath, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import {
  accountErrors,
  BeginTotpDto,
  type Caller,
  ConfirmTotpDto,
  CurrentCaller,
  ProofDto,
  SecondFactorService,
} from '../../accounts';
import { limitErrors } from '../../limits/limits.errors';
import { RateLimits } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm } from '../studio/studio-form';
import type { AskedFactor } from './console-entrance';
import { ProveSecondFactorPage, SendAgainPage } from './console-entrance.views';
import { CONSOLE_HOME } from './console-parts';
import { RecoveryCodesPage, ScanPage, SecondFactorPage } from './second-factor.views';

const LIMIT_BYTES = 64 * 1024;

/** Here staff whose role waits for a second factor set it up, so the page asks for no role. */
@StudioController('console/second-factor')
export class SecondFactorPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly secondFactor: SecondFactorService,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const standing = await this.secondFactor.standing(caller);
    this.pages.send(request, response, (page) => SecondFactorPage({ page, caller, standing, problem: null }), {
      hasScripts: true,
    });
  }

  /** Needs the password. Answers with the secret, which no address shows again. */
  @StudioForm()
  @Post()
  @HttpCode(200)
  async begin(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response);
    await this.limits.take(response, 'password_check', `${caller.accountId} ${addressBlock(request.ip ?? '')}`);
    const { values } = await checkFields(BeginTotpDto, { password: fields.password ?? '' });
    try {
      if (!values) throw accountErrors.LOGIN_INVALID();
      const begun = await this.secondFactor.begin(caller, NO_RECORDER, values);
      this.pages.send(request, response, (page) => ScanPage({ page, caller, secret: begun.secret, problem: null }), {
        hasScripts: true,
      });
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== accountErrors.LOGIN_INVALID.code) throw error;
      const standing = await this.secondFactor.standing(caller);
      this.pages.send(
        request,
        response.status(401),
        (page) => SecondFactorPage({ page, caller, standing, problem: 'wrong' }),
        { hasScripts: true },
      );
    }
  }

  @StudioForm()
  @Post('confirm')
  @HttpCode(200)
  async confirm(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const { secret = '', code = '' } = await this.forms.read(request, response);
    const { values } = await checkFields(ConfirmTotpDto, { code: withoutSpaces(code) });
    const problem = values ? await this.tryTo(() => this.secondFactor.confirm(caller, NO_RECORDER, values)) : 'wrong';
    if (typeof problem === 'string')
      return this.pages.send(request, response.status(401), (page) => ScanPage({ page, caller, secret, problem }), {
        hasScripts: true,
      });
    this.pages.send(request, response, (page) => RecoveryCodesPage({ page, caller, codes: problem.recovery_codes }), {
      hasScripts: true,
    });
  }

  /** Then leads on, or shows what a form carried, ready to send. */
  @StudioForm({ limitBytes: LIMIT_BYTES })
  @Post('prove')
  @HttpCode(200)
  async prove(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const sent = await this.forms.read(request, response, LIMIT_BYTES);
    const path = ownPath(sent.next);
    const next = path?.startsWith(`${CONSOLE_HOME}/`) ? path : CONSOLE_HOME;
    const fields = carriedIn(sent);
    const isForm = sent.is_form === 'yes';
    const { values } = await checkFields(ProofDto, proofOf(sent.code ?? ''));
    const problem = values ? await this.tryTo(() => this.secondFactor.show(caller, NO_RECORDER, values)) : 'wrong';
    if (typeof problem === 'string') {
      const asked: AskedFactor = { next, isForm, fields, problem };
      return this.pages.send(request, response.status(403), (page) => ProveSecondFactorPage({ page, ...asked }));
    }
    if (!isForm) return response.redirect(303, next);
    this.pages.send(request, response, (page) => SendAgainPage({ page, next, fields }));
  }

  /** What a wrong code means for the page. */
  private async tryTo<Done extends object>(work: () => Promise<Done>): Promise<Done | 'wrong' | 'too_fast'> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HttpError && error.code === accountErrors.LOGIN_INVALID.code) return 'wrong';
      if (error instanceof HttpError && error.code === limitErrors.RATE_LIMITED.code) return 'too_fast';
      throw error;
    }
  }
}

const withoutSpaces = (code: string) => code.replaceAll(/\s/g, '');

const proofOf = (code: string) =>
  /^\d{6}$/.test(withoutSpaces(code)) ? { code: withoutSpaces(code) } : { recovery_code: code.trim() };
