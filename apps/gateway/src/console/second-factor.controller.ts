import { Get, Query } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { carriedIn } from '@shipyard/pages';
import {
  BeginTotpDto,
  ConfirmTotpDto,
  ConsoleSecondFactorService,
  operatorErrors,
  ProofDto,
  SignInLimits,
} from '../operators';
import { proofOf, type ProofProblem, refusedProof, STATUS_OF_PROOF } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { ProveFactorPage, SendAgainPage } from './console-entrance.views';
import { CONSOLE_FORM_BYTES } from './console-parts';
import { nextOf } from './next-page';
import { RecoveryCodesPage, ScanPage, SecondFactorPage } from './second-factor.views';

@ConsoleController('second-factor')
export class SecondFactorPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly secondFactor: ConsoleSecondFactorService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit): Promise<void> {
    await this.draw(visit, null);
  }

  /** Needs the password. Answers with the secret, which no address shows again. */
  @ConsoleForm()
  async begin(@Visit() visit: ConsoleVisit): Promise<void> {
    const { password = '' } = await this.pages.read(visit);
    const { values } = await checkFields(BeginTotpDto, { password });
    const begun = await refusedProof(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.limits.guard(visit.operator.name, visit.request.ip ?? '', () =>
        this.secondFactor.begin(visit.operator, NO_RECORDER, values),
      );
    });
    if (typeof begun === 'string') return this.draw(visit.status(STATUS_OF_PROOF[begun]), begun);
    this.pages.send(visit, (page) => ScanPage({ page, begun, problem: null }));
  }

  @ConsoleForm('confirm')
  async confirm(@Visit() visit: ConsoleVisit): Promise<void> {
    const { secret = '', otpauth_url = '', code = '' } = await this.pages.read(visit);
    const { values } = await checkFields(ConfirmTotpDto, { code: code.replaceAll(/\s/g, '') });
    const confirmed = await refusedProof(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.secondFactor.confirm(visit.operator, NO_RECORDER, values);
    });
    if (typeof confirmed === 'string')
      return this.pages.send(visit.status(STATUS_OF_PROOF[confirmed]), (page) =>
        ScanPage({ page, begun: { secret, otpauth_url }, problem: 'wrong' }),
      );
    this.pages.send(visit, (page) => RecoveryCodesPage({ page, codes: confirmed.recovery_codes }));
  }

  /** Then shows what a form carried, ready to send. */
  @ConsoleForm('prove')
  async prove(@Visit() visit: ConsoleVisit, @Query('next') asked: unknown): Promise<void> {
    const sent = await this.pages.read(visit, CONSOLE_FORM_BYTES);
    const [next, fields] = [nextOf(asked), carriedIn(sent)];
    const { values } = await checkFields(ProofDto, proofOf(sent.code ?? ''));
    const shown = await refusedProof(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.secondFactor.show(visit.operator, NO_RECORDER, values);
    });
    if (typeof shown === 'string')
      return this.pages.send(visit.status(STATUS_OF_PROOF[shown]), (page) =>
        ProveFactorPage({ page, next, fields, problem: shown }),
      );
    this.pages.send(visit, (page) => SendAgainPage({ page, csrfToken: page.session?.csrfToken ?? '', next, fields }));
  }

  private async draw(visit: ConsoleVisit, problem: ProofProblem | null): Promise<void> {
    const { totp } = await this.secondFactor.standing(visit.operator);
    this.pages.send(visit, (page) => SecondFactorPage({ page, totp, problem }));
  }
}
