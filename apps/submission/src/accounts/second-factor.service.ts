import { Inject, Injectable } from '@nestjs/common';
import {
  type Entrance,
  FRESH_SECOND_FACTOR_MINUTES,
  isPassword,
  MAX_WRONG_CODES,
  type ProofRefusal,
  type SecondFactorProof,
  SecondFactors,
  totpUrl,
} from '@shipyard/auth';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { limitErrors } from '../limits/limits.errors';
import { Account } from './account.entity';
import { accountErrors } from './accounts.errors';
import type { Caller } from './caller.view';
import { usableRoles } from './holder';
import { SignInAudit } from './sign-in-audit.service';
import {
  type BeginTotpDto,
  type ConfirmTotpDto,
  proofIn,
  type ProofDto,
  type TurnOffTotpDto,
} from './second-factor.dto';
import type { BegunTotpView, RecoveryCodesView, ShownSecondFactorView, TotpView } from './second-factor.view';
import { endOtherSessions } from './session-endings';

const ISSUER = 'Shipyard';

@Injectable()
export class SecondFactorService {
  private readonly factors: SecondFactors;

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: SignInAudit,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    this.factors = new SecondFactors(dataSource, config.SESSION_KEYS);
  }

  async standing({ accountId }: Caller): Promise<TotpView> {
    const { roles } = await this.dataSource.manager.findOneByOrFail(Account, { id: accountId });
    const { confirmedAt, recoveryCodesLeft } = await this.factors.standing(accountId);
    const { withheldRoles } = usableRoles({ roles, scopes: null, isProved: false }, this.config.STAFF_TOTP);
    return {
      enabled: confirmedAt !== null,
      enabled_at: confirmedAt?.toISOString() ?? null,
      recovery_codes_left: recoveryCodesLeft,
      required: withheldRoles.length > 0,
    };
  }

  async begin({ accountId }: Caller, recorder: ResponseRecorder, { password }: BeginTotpDto): Promise<BegunTotpView> {
    const { email } = await this.checkPassword(accountId, password);
    return this.dataSource.transaction(async (manager) => {
      const secret = await this.factors.begin(manager, accountId);
      if (secret === null) throw isOn();
      return recorder.record(manager, { secret, otpauth_url: totpUrl(secret, { issuer: ISSUER, label: email }) });
    });
  }

  async confirm(caller: Caller, recorder: ResponseRecorder, { code }: ConfirmTotpDto): Promise<RecoveryCodesView> {
    const { accountId, sessionId } = caller;
    const checked = await this.factors.checkPending(accountId, code);
    if (checked.kind !== 'right') throw refusal(checked);
    return this.dataSource.transaction(async (manager) => {
      // Locks the account first, so that a concurrent sign-in is either ended here or sees the second factor.
      await manager.findOneOrFail(Account, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } });
      const recoveryCodes = await this.factors.activate(manager, accountId, checked);
      if (recoveryCodes === null) throw isOn();
      await endOtherSessions(manager, caller);
      if (sessionId !== null) await recordShown(manager, sessionId);
      return recorder.record(manager, { recovery_codes: recoveryCodes });
    });
  }

  async turnOff(
    { accountId }: Caller,
    recorder: ResponseRecorder,
    { password, ...sent }: TurnOffTotpDto,
  ): Promise<void> {
    const proof = neededProofIn(sent);
    await this.checkPassword(accountId, password);
    await this.prove(accountId, proof);
    await this.dataSource.transaction(async (manager) => {
      await this.remove(manager, accountId);
      await recorder.record(manager, {});
    });
  }

  /** Without proof: for an account whose second factor may be somebody else's. */
  remove(manager: EntityManager, accountId: string): Promise<void> {
    return this.factors.remove(manager, accountId);
  }

  async show(
    { accountId, sessionId }: Caller,
    recorder: ResponseRecorder,
    sent: ProofDto,
  ): Promise<ShownSecondFactorView> {
    const proof = neededProofIn(sent);
    if (sessionId === null)
      throw envelopeErrors.FORBIDDEN({
        message: 'This call needs a session. With a token, send the code as X-Second-Factor on the call that needs it.',
      });
    await this.prove(accountId, proof);
    return this.dataSource.transaction(async (manager) => {
      const shownAt = await recordShown(manager, sessionId);
      const freshUntil = new Date(shownAt.getTime() + FRESH_SECOND_FACTOR_MINUTES * 60_000);
      return recorder.record(manager, {
        second_factor_at: shownAt.toISOString(),
        fresh_until: freshUntil.toISOString(),
      });
    });
  }

  async prove(accountId: string, proof: SecondFactorProof): Promise<void> {
    await this.accept(accountId, proof, 'credential');
  }

  async proveAtSignIn(accountId: string, proof: SecondFactorProof | null): Promise<Date | null> {
    if (!(await this.factors.isSetUp(this.dataSource.manager, accountId))) return null;
    if (proof === null) throw proofMissing();
    return this.accept(accountId, proof, 'log_in');
  }

  async assertProved(manager: EntityManager, accountId: string, provedAt: Date | null): Promise<void> {
    if (await this.factors.needsProof(manager, accountId, provedAt)) throw proofMissing();
  }

  private async accept(accountId: string, proof: SecondFactorProof, entrance: Entrance): Promise<Date> {
    const outcome = await this.factors.prove(accountId, proof, entrance);
    if (outcome.kind !== 'accepted') throw refusal(outcome);
    return outcome.at;
  }

  private async checkPassword(accountId: string, password: string): Promise<Account> {
    const account = await this.dataSource.manager.findOneByOrFail(Account, { id: accountId });
    if (await isPassword(account.passwordHash, password)) return account;
    await this.audit.recordWrongPassword(accountId);
    throw accountErrors.LOGIN_INVALID({ message: 'The password is wrong. Check it and try again.' });
  }
}

function neededProofIn(sent: ProofDto): SecondFactorProof {
  const proof = proofIn(sent);
  if (proof === null) throw inputInvalid('code', 'or recovery_code is required', 'missing');
  return proof;
}

async function recordShown(manager: EntityManager, sessionId: string): Promise<Date> {
  const [[row]] = await manager.query<[{ shownAt: Date }[], number]>(
    'UPDATE sessions SET second_factor_at = now() WHERE id = $1 RETURNING second_factor_at AS "shownAt"',
    [sessionId],
  );
  if (!row) throw envelopeErrors.FORBIDDEN({ message: 'This session has just ended. Sign in again.' });
  return row.shownAt;
}

const isOn = () =>
  envelopeErrors.FORBIDDEN({ message: 'A second factor is already on. Turn it off before you set up another.' });

const proofMissing = () =>
  accountErrors.LOGIN_INVALID({
    message: 'This account has a second factor. Send a code or a recovery code with the password.',
    details: { second_factor: 'required' },
  });

function refusal(outcome: ProofRefusal): Error {
  switch (outcome.kind) {
    case 'wrong':
      return accountErrors.LOGIN_INVALID({
        message: 'The code is wrong or was used before. Wait for the next one.',
        details: { second_factor: 'invalid' },
      });
    case 'absent':
      return envelopeErrors.NOT_FOUND({
        message: 'You have no second factor. Set one up with POST /api/v1/accounts/totp.',
      });
    case 'throttled': {
      const seconds = String(outcome.retryAfterSeconds);
      return limitErrors.RATE_LIMITED({
        message: `Too many wrong codes. Wait ${seconds} s and try again.`,
        details: { retry_after_seconds: outcome.retryAfterSeconds },
        headers: {
          'retry-after': seconds,
          'ratelimit-limit': String(MAX_WRONG_CODES),
          'ratelimit-remaining': '0',
          'ratelimit-reset': seconds,
        },
      });
    }
  }
}
