import { Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, HttpError, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import {
  BeginTotpDto,
  CalledBy,
  ConfirmTotpDto,
  ConsoleSecondFactorService,
  type Operator,
  operatorErrors,
  ProofDto,
  SignInLimits,
} from '../operators';
import { PageRenderer, proofOf } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { carriedIn, ProveFactorPage, SendAgainPage } from './console-entrance.views';
import { CONSOLE_FORM_BYTES } from './console-parts';
import { nextOf } from './next-page';
import { RecoveryCodesPage, ScanPage, SecondFactorPage } from './second-factor.views';

@ConsoleController('second-factor')
export class SecondFactorPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly secondFactor: ConsoleSecondFactorService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const { totp } = await this.secondFactor.standing(operator);
    this.pages.send(request, response, (page) => SecondFactorPage({ page, totp, problem: null }));
  }

  /** Needs the password. Answers with the secret, which no address shows again. */
  @ConsoleForm()
  @Post()
  @HttpCode(200)
  async begin(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const { password = '' } = await this.forms.read(request, response);
    const { values } = await checkFields(BeginTotpDto, { password });
    const begun = await refused(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.limits.guard(operator.name, request.ip ?? '', () =>
        this.secondFactor.begin(operator, NO_RECORDER, values),
      );
    });
    if (begun instanceof HttpError) {
      const { totp } = await this.secondFactor.standing(operator);
      return this.pages.send(request, response.status(begun.row.status), (page) =>
        SecondFactorPage({
          page,
          totp,
          problem: begun.code === operatorErrors.RATE_LIMITED.code ? 'too_fast' : 'wrong',
        }),
      );
    }
    this.pages.send(request, response, (page) => ScanPage({ page, begun, problem: null }));
  }

  @ConsoleForm()
  @Post('confirm')
  @HttpCode(200)
  async confirm(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const { secret = '', otpauth_url = '', code = '' } = await this.forms.read(request, response);
    const { values } = await checkFields(ConfirmTotpDto, { code: code.replaceAll(/\s/g, '') });
    const confirmed = await refused(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.secondFactor.confirm(operator, NO_RECORDER, values);
    });
    if (confirmed instanceof HttpError)
      return this.pages.send(request, response.status(confirmed.row.status), (page) =>
        ScanPage({ page, begun: { secret, otpauth_url }, problem: 'wrong' }),
      );
    this.pages.send(request, response, (page) => RecoveryCodesPage({ page, codes: confirmed.recovery_codes }));
  }

  /** Then shows what a form carried, ready to send. */
  @ConsoleForm()
  @Post('prove')
  @HttpCode(200)
  async prove(
    @Req() request: Request,
    @Res() response: Response,
    @CalledBy() operator: Operator,
    @Query('next') asked: unknown,
  ): Promise<void> {
    const sent = await this.forms.read(request, response, CONSOLE_FORM_BYTES);
    const [next, fields] = [nextOf(asked), carriedIn(sent)];
    const { values } = await checkFields(ProofDto, proofOf(sent.code ?? ''));
    const shown = await refused(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.secondFactor.show(operator, NO_RECORDER, values);
    });
    if (!(shown instanceof HttpError))
      return this.pages.send(request, response, (page) =>
        SendAgainPage({ page, csrfToken: page.session?.csrfToken ?? '', next, fields }),
      );
    const problem = shown.code === operatorErrors.RATE_LIMITED.code ? 'too_fast' : 'wrong';
    this.pages.send(request, response.status(shown.row.status), (page) =>
      ProveFactorPage({ page, next, fields, problem }),
    );
  }
}

/** What a wrong password or code answers is returned, for the page to say. */
async function refused<Done>(work: () => Promise<Done>): Promise<Done | HttpError> {
  try {
    return await work();
  } catch (error) {
    const codes: string[] = [operatorErrors.LOGIN_INVALID.code, operatorErrors.RATE_LIMITED.code];
    if (error instanceof HttpError && codes.includes(error.code)) return error;
    throw error;
  }
}
