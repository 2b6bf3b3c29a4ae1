import { Inject, Injectable } from '@nestjs/common';
import {
  type Entrance,
  isPassword,
  type ProofRefusal,
  type SecondFactorProof,
  SecondFactors,
  totpUrl,
} from '@shipyard/auth';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { ChangesService } from '../changes/changes.service';
import { CONFIG, type HttpConfig } from '../config';
import type { AdminRole } from './admin-key.entity';
import { ConsoleSession } from './console-session.entity';
import { ConsoleUser } from './console-user.entity';
import type { Operator } from './operator.view';
import { type BeginTotpDto, type ConfirmTotpDto, proofIn, type TurnOffTotpDto } from './operators.dto';
import { operatorErrors } from './operators.errors';
import { endOtherSessions, personOf } from './persons';
import type { RecoveryCodesView, TotpAnswer, TotpBegunView } from './totp.view';

const ISSUER = 'Shipyard gateway';
const WITHOUT = { second_factor: false };
const WITH = { second_factor: true };

@Injectable()
export class ConsoleSecondFactorService {
  private readonly factors: SecondFactors;

  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    this.factors = new SecondFactors(dataSource, config.SESSION_KEYS);
  }

  /** Viewers change nothing, so it is optional for them. */
  isRequiredOf(role: AdminRole): boolean {
    return this.config.STAFF_TOTP === 'required' && role !== 'viewer';
  }

  async standing(operator: Operator): Promise<TotpAnswer> {
    const { confirmedAt, recoveryCodesLeft } = await this.factors.standing(personOf(operator).userId);
    const enabledAt = confirmedAt?.toISOString() ?? null;
    return {
      totp: {
        enabled: confirmedAt !== null,
        enabled_at: enabledAt,
        recovery_codes_left: recoveryCodesLeft,
        required: this.isRequiredOf(operator.role),
      },
    };
  }

  async begin(operator: Operator, recorder: ResponseRecorder, { password }: BeginTotpDto): Promise<TotpBegunView> {
    const { userId } = personOf(operator);
    await this.checkPassword(userId, password);
    return this.dataSource.transaction(async (manager) => {
      const secret = await this.factors.begin(manager, userId);
      if (secret === null) throw isOn();
      return recorder.record(manager, {
        secret,
        otpauth_url: totpUrl(secret, { issuer: ISSUER, label: operator.name }),
      });
    });
  }

  /** Turns the second factor on and ends all other sessions, which were opened without it. */
  async confirm(operator: Operator, recorder: ResponseRecorder, { code }: ConfirmTotpDto): Promise<RecoveryCodesView> {
    const { userId } = personOf(operator);
    const checked = await this.factors.checkPending(userId, code);
    if (checked.kind !== 'right') throw refusal(checked);
    return this.changes.make(operator, recorder, 'user.enable_totp', async (manager) => {
      // Locked first, so that a concurrent sign-in either ends here or sees the second factor.
      await manager.findOneOrFail(ConsoleUser, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
      const recoveryCodes = await this.factors.activate(manager, userId, checked);
      if (recoveryCodes === null) throw isOn();
      await endOtherSessions(manager, operator);
      if (operator.sessionId !== null)
        await manager.update(ConsoleSession, { id: operator.sessionId }, { secondFactorAt: () => 'now()' });
      return { subjectId: userId, before: WITHOUT, after: WITH, answer: { recovery_codes: recoveryCodes } };
    });
  }

  /** Turns the second factor off. Requires the password and the factor. */
  async turnOff(
    operator: Operator,
    recorder: ResponseRecorder,
    { password, ...sent }: TurnOffTotpDto,
  ): Promise<object> {
    const { userId } = personOf(operator);
    const proof = proofIn(sent);
    if (proof === null) throw inputInvalid('code', 'or recovery_code is required', 'missing');
    await this.checkPassword(userId, password);
    await this.prove(userId, proof, 'credential');
    return this.changes.make(operator, recorder, 'user.disable_totp', async (manager) => {
      await this.factors.remove(manager, userId);
      return { subjectId: userId, before: WITH, after: WITHOUT, answer: {} };
    });
  }

  /** Null without a second factor. Throws LOGIN_INVALID for a missing or wrong proof. */
  async proveAtSignIn(userId: string, proof: SecondFactorProof | null): Promise<Date | null> {
    if (!(await this.factors.isSetUp(this.dataSource.manager, userId))) return null;
    if (proof === null) throw proofMissing();
    return this.prove(userId, proof, 'log_in');
  }

  /** Throws LOGIN_INVALID if the user has a second factor that was not proved at that time. */
  async assertProved(manager: EntityManager, userId: string, provedAt: Date | null): Promise<void> {
    if (await this.factors.needsProof(manager, userId, provedAt)) throw proofMissing();
  }

  private async prove(userId: string, proof: SecondFactorProof, entrance: Entrance): Promise<Date> {
    const outcome = await this.factors.prove(userId, proof, entrance);
    if (outcome.kind !== 'accepted') throw refusal(outcome);
    return outcome.at;
  }

  private async checkPassword(userId: string, password: string): Promise<void> {
    const { passwordHash } = await this.dataSource.manager.findOneByOrFail(ConsoleUser, { id: userId });
    if (!(await isPassword(passwordHash, password)))
      throw operatorErrors.LOGIN_INVALID({ message: 'The password is wrong. Check it and try again.' });
  }
}

const isOn = () =>
  changeErrors.CONFLICT({ message: 'A second factor is already on. Turn it off before you set up another.' });

const proofMissing = () =>
  operatorErrors.LOGIN_INVALID({
    message: 'This user has a second factor. Send a code or a recovery code with the password.',
    details: { second_factor: 'required' },
  });

function refusal(outcome: ProofRefusal): Error {
  switch (outcome.kind) {
    case 'wrong':
      return operatorErrors.LOGIN_INVALID({
        message: 'The code is wrong or was used before. Wait for the next one.',
        details: { second_factor: 'invalid' },
      });
    case 'absent':
      return envelopeErrors.NOT_FOUND({ message: 'You have no second factor. Set one up with POST /admin/totp.' });
    case 'throttled':
      return operatorErrors.RATE_LIMITED({
        message: `Too many wrong codes. Wait ${outcome.retryAfterSeconds} s and try again.`,
        details: { retry_after_seconds: outcome.retryAfterSeconds },
        headers: { 'retry-after': String(outcome.retryAfterSeconds) },
      });
  }
}
