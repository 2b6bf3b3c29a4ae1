import { Get, Param, Query } from '@nestjs/common';
import { checkFields, envelopeErrors, HttpError, NO_RECORDER } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { MemberSecondFactorService, MemberSessionsService } from '../members';
import { BeginTotpDto, ConfirmTotpDto, operatorErrors, SignInLimits, TurnOffTotpDto } from '../operators';
import { proofOf, type ProofProblem, refusedProof, STATUS_OF_PROOF } from '../pages';
import { AccountPage, RecoveryCodesPage, ScanPage } from './account.views';
import { UsageController, UsageForm } from './member-entrance';
import { MemberVisit, Visit, VisitedPages } from './member-visit';
import { usageUrl } from './usage-parts';

const MOST_SESSIONS = 100;

@UsageController('account')
export class AccountPagesController {
  constructor(
    private readonly pages: VisitedPages,
    private readonly sessions: MemberSessionsService,
    private readonly secondFactor: MemberSecondFactorService,
    private readonly limits: SignInLimits,
  ) {}

  @Get()
  async show(@Visit() visit: MemberVisit, @Query('done') done: unknown): Promise<void> {
    await this.draw(visit, { problem: null, isDone: done === 'yes' });
  }

  @UsageForm('sessions/:id/end')
  async end(@Visit() visit: MemberVisit, @Param('id') id: string): Promise<void> {
    await this.pages.read(visit);
    try {
      if (id === 'others') await this.sessions.endOthers(visit.member, NO_RECORDER);
      else if (isUUID(id)) await this.sessions.end(visit.member, NO_RECORDER, id);
    } catch (error) {
      // It has ended already.
      if (!(error instanceof HttpError) || error.code !== envelopeErrors.NOT_FOUND.code) throw error;
    }
    visit.leadTo(usageUrl('account'), 'yes');
  }

  /** Needs the password. Answers with the secret, which no address shows again. */
  @UsageForm('second-factor')
  async begin(@Visit() visit: MemberVisit): Promise<void> {
    const { password = '' } = await this.pages.read(visit);
    const { values } = await checkFields(BeginTotpDto, { password });
    const begun = await refusedProof(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.limits.guard(visit.member.name, visit.request.ip ?? '', () =>
        this.secondFactor.begin(visit.member, NO_RECORDER, values),
      );
    });
    if (typeof begun === 'string') return this.draw(visit.status(STATUS_OF_PROOF[begun]), { problem: begun });
    this.pages.send(visit, (page) => ScanPage({ page, begun, problem: null }));
  }

  @UsageForm('second-factor/confirm')
  async confirm(@Visit() visit: MemberVisit): Promise<void> {
    const { secret = '', otpauth_url = '', code = '' } = await this.pages.read(visit);
    const { values } = await checkFields(ConfirmTotpDto, { code: code.replaceAll(/\s/g, '') });
    const confirmed = await refusedProof(async () => {
      if (!values) throw operatorErrors.LOGIN_INVALID();
      return this.secondFactor.confirm(visit.member, NO_RECORDER, values);
    });
    if (typeof confirmed === 'string')
      return this.pages.send(visit.status(STATUS_OF_PROOF[confirmed]), (page) =>
        ScanPage({ page, begun: { secret, otpauth_url }, problem: 'wrong' }),
      );
    this.pages.send(visit, (page) => RecoveryCodesPage({ page, codes: confirmed.recovery_codes }));
  }

  /** Needs the password and the second factor. */
  @UsageForm('second-factor/off')
  async turnOff(@Visit() visit: MemberVisit): Promise<void> {
    const { password = '', code = '' } = await this.pages.read(visit);
    const { values } = await checkFields(TurnOffTotpDto, { password, ...proofOf(code) });
    const problem = await refusedProof(async () => {
      if (!values || code.trim() === '') throw operatorErrors.LOGIN_INVALID();
      return this.limits.guard(visit.member.name, visit.request.ip ?? '', () =>
        this.secondFactor.turnOff(visit.member, NO_RECORDER, values),
      );
    });
    if (typeof problem === 'string') return this.draw(visit.status(STATUS_OF_PROOF[problem]), { problem });
    visit.leadTo(usageUrl('account'), 'yes');
  }

  private async draw(visit: MemberVisit, told: { problem: ProofProblem | null; isDone?: boolean }): Promise<void> {
    const [{ items }, { totp }] = await Promise.all([
      this.sessions.list(visit.member, { limit: MOST_SESSIONS }),
      this.secondFactor.standing(visit.member),
    ]);
    this.pages.send(visit, (page) => AccountPage({ page, sessions: items, totp, isDone: false, ...told }));
  }
}
