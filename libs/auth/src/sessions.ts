import type { IncomingMessage } from 'node:http';
import { type ErrorMaker, envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { KeyRing } from '@shipyard/platform/sealing';
import type { Response } from 'express';
import type { DataSource } from 'typeorm';
import { csrfTokenOf, isCsrfToken } from './csrf-token';
import { hashPassword, isPassword } from './password';
import type { SecondFactorFlow } from './second-factor-flow';
import type { SecondFactorProof, SecondFactorRefusal } from './second-factors';
import { newSessionSecret, readSessionSecret, type sessionCookie } from './session-cookie';
import type { Owner, SessionHolder, SignInRows } from './sign-in-rows';
import { hashToken } from './token';

export interface OpenedSession {
  csrfToken: string;
  /** For the cookie and nothing else. */
  secret: string;
  hours: number;
}

interface SessionTerms {
  cookie: ReturnType<typeof sessionCookie>;
  loginInvalid: ErrorMaker<{ second_factor: SecondFactorRefusal }>;
  csrfInvalid: ErrorMaker;
}

/** Opens, reads and ends the sessions of a service. The service adds who its callers are, and finds sessions and owners. */
export abstract class Sessions<Caller extends SessionHolder> {
  readonly cookie: SessionTerms['cookie'];
  /** The hash of a random password: an unknown email must take as long as a wrong password. */
  private readonly nobodysHash = hashPassword(newSessionSecret());

  constructor(
    protected readonly dataSource: DataSource,
    private readonly rows: SignInRows,
    private readonly secondFactors: SecondFactorFlow<Caller>,
    private readonly keys: KeyRing,
    private readonly terms: SessionTerms,
  ) {
    this.cookie = terms.cookie;
  }

  /** Throws FORBIDDEN for a caller who cannot have sessions. */
  protected abstract ownerIdOf(caller: Caller): string;

  /** Takes effect at once on every replica, because each request looks its session up. */
  async end(caller: Caller, recorder: ResponseRecorder, sessionId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.rows.endSession(manager, this.ownerIdOf(caller), sessionId)))
        throw envelopeErrors.NOT_FOUND({
          message: 'You have no session with this id, or it has ended. List your sessions to see which are open.',
        });
      await recorder.record(manager, {});
    });
  }

  async endOthers(caller: Caller, recorder: ResponseRecorder): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.rows.endOtherSessions(manager, this.ownerIdOf(caller), caller.sessionId);
      await recorder.record(manager, {});
    });
  }

  setCookie(response: Response, { secret, hours }: Pick<OpenedSession, 'secret' | 'hours'>): void {
    response.cookie(this.cookie.name, secret, { ...this.cookie.options, maxAge: hours * 60 * 60_000 });
  }

  clearCookie(response: Response): void {
    response.clearCookie(this.cookie.name, this.cookie.options);
  }

  hasCsrfToken({ headers }: IncomingMessage, sessionId: string): boolean {
    const sent = headers['x-csrf-token'];
    return typeof sent === 'string' && isCsrfToken(sent, sessionId, this.keys);
  }

  /** The CSRF token that the forms of a page carry. */
  csrfTokenFor(sessionId: string): string {
    return csrfTokenOf(sessionId, this.keys);
  }

  /** Throws CSRF_INVALID unless the form was made for this session. */
  assertCsrfToken(sent: string | undefined, sessionId: string): void {
    if (!isCsrfToken(sent, sessionId, this.keys)) throw this.terms.csrfInvalid();
  }

  /** Throws LOGIN_INVALID for an unknown owner as for a wrong password. */
  protected async checkPassword<Found extends Owner>(owner: Found | null, password: string): Promise<Found> {
    const isRight = await isPassword(owner?.passwordHash ?? (await this.nobodysHash), password);
    if (owner === null || !isRight) throw this.terms.loginInvalid();
    return owner;
  }

  /**
   * Opens the session only if the checked password is still current and no second factor was skipped. Changes of both
   * lock the owner's row first and must end this session too.
   */
  protected async open(owner: Owner, proof: SecondFactorProof | null, hours: number): Promise<OpenedSession> {
    const provedAt = await this.secondFactors.proveAtSignIn(owner.id, proof);
    const id = uuidv7();
    const secret = newSessionSecret();
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.rows.lockForSignIn(manager, owner))) throw this.terms.loginInvalid();
      await this.secondFactors.assertProved(manager, owner.id, provedAt);
      await this.rows.deleteExpiredSessions(manager, owner.id);
      const session = { id, ownerId: owner.id, secretHash: hashToken(secret), hours, secondFactorAt: provedAt };
      await this.rows.insertSession(manager, session);
    });
    return { csrfToken: this.csrfTokenFor(id), secret, hours };
  }

  protected secretHashIn({ headers }: IncomingMessage): Buffer | null {
    const secret = readSessionSecret(headers.cookie, this.cookie.name);
    return secret === null ? null : hashToken(secret);
  }

  protected recordUse(sessionId: string): Promise<unknown> {
    return this.rows.recordUse(this.dataSource.manager, sessionId);
  }
}
