import { type ErrorMaker, envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import type { KeyRing } from '@shipyard/platform/sealing';
import type { DataSource, EntityManager } from 'typeorm';
import { isPassword } from './password';
import {
  type Entrance,
  type ProofRefusal,
  type SecondFactorProof,
  type SecondFactorRefusal,
  SecondFactors,
} from './second-factors';
import type { Owner, SessionHolder, SignInRows } from './sign-in-rows';
import { FRESH_SECOND_FACTOR_MINUTES } from './staff-policy';
import { totpUrl } from './totp';

export interface SentProof {
  code?: string;
  recovery_code?: string;
}

/** What differs between services in the words and codes of their second factors. */
export interface SecondFactorTerms {
  issuer: string;
  owner: 'account' | 'user';
  /** The call that starts to set one up. */
  setUpCall: string;
  /** What a caller without a session does instead of showing one. Absent if all callers have one. */
  withoutSession?: string;
  loginInvalid: ErrorMaker<{ second_factor: SecondFactorRefusal }>;
  alreadyOn: (particulars: { message: string }) => Error;
  rateLimited: (message: string, seconds: number) => Error;
}

/** Null if neither was sent. Throws VALIDATION_FAILED for both. */
export function proofIn({ code, recovery_code: recoveryCode }: SentProof): SecondFactorProof | null {
  if (code !== undefined && recoveryCode !== undefined)
    throw inputInvalid('recovery_code', 'must not be sent with code');
  if (code !== undefined) return { code };
  return recoveryCode === undefined ? null : { recoveryCode };
}

export function neededProofIn(sent: SentProof): SecondFactorProof {
  const proof = proofIn(sent);
  if (proof === null) throw inputInvalid('code', 'or recovery_code is required', 'missing');
  return proof;
}

/** Setting up, proving and turning off a second factor. A service adds who its callers are and how a write is recorded. */
export abstract class SecondFactorFlow<Caller extends SessionHolder> {
  protected readonly factors: SecondFactors;

  constructor(
    protected readonly dataSource: DataSource,
    private readonly rows: SignInRows,
    keys: KeyRing,
    private readonly terms: SecondFactorTerms,
  ) {
    this.factors = new SecondFactors(dataSource, keys);
  }

  /** Throws FORBIDDEN for a caller who cannot have a second factor. */
  protected abstract ownerIdOf(caller: Caller): string;
  /** A service that keeps an audit of sign-ins records it. */
  protected recordWrongPassword?(ownerId: string): Promise<void>;
  /** Runs the work and stores its answer in one transaction. */
  protected abstract change<Answer extends object>(
    caller: Caller,
    recorder: ResponseRecorder,
    turns: 'on' | 'off',
    work: (manager: EntityManager) => Promise<Answer>,
  ): Promise<Answer>;

  protected async readState(
    caller: Caller,
  ): Promise<{ enabled: boolean; enabled_at: string | null; recovery_codes_left: number }> {
    const { confirmedAt, recoveryCodesLeft } = await this.factors.standing(this.ownerIdOf(caller));
    return {
      enabled: confirmedAt !== null,
      enabled_at: confirmedAt?.toISOString() ?? null,
      recovery_codes_left: recoveryCodesLeft,
    };
  }

  async begin(
    caller: Caller,
    recorder: ResponseRecorder,
    { password }: { password: string },
  ): Promise<{ secret: string; otpauth_url: string }> {
    const { id, email } = await this.checkPassword(this.ownerIdOf(caller), password);
    return this.dataSource.transaction(async (manager) => {
      const secret = await this.factors.begin(manager, id);
      if (secret === null) throw this.isOn();
      const name = { issuer: this.terms.issuer, label: email };
      return recorder.record(manager, { secret, otpauth_url: totpUrl(secret, name) });
    });
  }

  /** Turns the second factor on and ends all other sessions, which were opened without it. */
  async confirm(
    caller: Caller,
    recorder: ResponseRecorder,
    { code }: { code: string },
  ): Promise<{ recovery_codes: string[] }> {
    const ownerId = this.ownerIdOf(caller);
    const checked = await this.factors.checkPending(ownerId, code);
    if (checked.kind !== 'right') throw this.refusal(checked);
    return this.change(caller, recorder, 'on', async (manager) => {
      // Locked first, so that a concurrent sign-in either ends here or sees the second factor.
      await this.rows.lockOwner(manager, ownerId);
      const recoveryCodes = await this.factors.activate(manager, ownerId, checked);
      if (recoveryCodes === null) throw this.isOn();
      await this.rows.endOtherSessions(manager, ownerId, caller.sessionId);
      if (caller.sessionId !== null) await this.recordProof(manager, caller.sessionId);
      return { recovery_codes: recoveryCodes };
    });
  }

  /** Needs the password and the second factor. */
  async turnOff(
    caller: Caller,
    recorder: ResponseRecorder,
    { password, ...sent }: SentProof & { password: string },
  ): Promise<object> {
    const ownerId = this.ownerIdOf(caller);
    const proof = neededProofIn(sent);
    await this.checkPassword(ownerId, password);
    await this.prove(ownerId, proof);
    return this.change(caller, recorder, 'off', async (manager) => {
      await this.factors.remove(manager, ownerId);
      return {};
    });
  }

  /** Proves it again, for calls that need a fresh proof. Throws FORBIDDEN for a caller without a session. */
  async show(
    caller: Caller,
    recorder: ResponseRecorder,
    sent: SentProof,
  ): Promise<{ second_factor_at: string; fresh_until: string }> {
    const proof = neededProofIn(sent);
    const { sessionId } = caller;
    if (sessionId === null)
      throw envelopeErrors.FORBIDDEN({
        message: `This call needs a session. ${this.terms.withoutSession ?? ''}`.trim(),
      });
    await this.prove(this.ownerIdOf(caller), proof);
    return this.dataSource.transaction(async (manager) => {
      const shownAt = await this.recordProof(manager, sessionId);
      const freshUntil = new Date(shownAt.getTime() + FRESH_SECOND_FACTOR_MINUTES * 60_000);
      return recorder.record(manager, {
        second_factor_at: shownAt.toISOString(),
        fresh_until: freshUntil.toISOString(),
      });
    });
  }

  /** Throws LOGIN_INVALID for a wrong proof. */
  async prove(ownerId: string, proof: SecondFactorProof): Promise<void> {
    await this.accept(ownerId, proof, 'credential');
  }

  /** Null without a second factor. Throws LOGIN_INVALID for a missing or wrong proof. */
  async proveAtSignIn(ownerId: string, proof: SecondFactorProof | null): Promise<Date | null> {
    if (!(await this.factors.isSetUp(this.dataSource.manager, ownerId))) return null;
    if (proof === null) throw this.proofMissing();
    return this.accept(ownerId, proof, 'log_in');
  }

  /** Throws LOGIN_INVALID if the owner has a second factor that was not proved at that time. */
  async assertProved(manager: EntityManager, ownerId: string, provedAt: Date | null): Promise<void> {
    if (await this.factors.needsProof(manager, ownerId, provedAt)) throw this.proofMissing();
  }

  protected async recordProof(manager: EntityManager, sessionId: string): Promise<Date> {
    const provedAt = await this.rows.recordProof(manager, sessionId);
    if (provedAt === null) throw envelopeErrors.FORBIDDEN({ message: 'This session has just ended. Sign in again.' });
    return provedAt;
  }

  private async accept(ownerId: string, proof: SecondFactorProof, entrance: Entrance): Promise<Date> {
    const outcome = await this.factors.prove(ownerId, proof, entrance);
    if (outcome.kind !== 'accepted') throw this.refusal(outcome);
    return outcome.at;
  }

  private async checkPassword(ownerId: string, password: string): Promise<Owner> {
    const owner = await this.rows.findOwner(this.dataSource.manager, ownerId);
    if (await isPassword(owner.passwordHash, password)) return owner;
    await this.recordWrongPassword?.(ownerId);
    throw this.terms.loginInvalid({ message: 'The password is wrong. Check it and try again.' });
  }

  private isOn(): Error {
    return this.terms.alreadyOn({
      message: 'A second factor is already on. Turn it off before you set up another.',
    });
  }

  private proofMissing(): Error {
    return this.terms.loginInvalid({
      message: `This ${this.terms.owner} has a second factor. Send a code or a recovery code with the password.`,
      details: { second_factor: 'required' },
    });
  }

  private refusal(outcome: ProofRefusal): Error {
    switch (outcome.kind) {
      case 'wrong':
        return this.terms.loginInvalid({
          message: 'The code is wrong or was used before. Wait for the next one.',
          details: { second_factor: 'invalid' },
        });
      case 'absent':
        return envelopeErrors.NOT_FOUND({
          message: `You have no second factor. Set one up with ${this.terms.setUpCall}.`,
        });
      case 'throttled': {
        const seconds = outcome.retryAfterSeconds;
        return this.terms.rateLimited(`Too many wrong codes. Wait ${seconds} s and try again.`, seconds);
      }
    }
  }
}
