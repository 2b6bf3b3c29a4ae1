import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import {
  csrfTokenOf,
  hashPassword,
  hashToken,
  isCsrfToken,
  isPassword,
  newSessionSecret,
  readSessionSecret,
  SESSION_DAYS,
  sessionCookie,
  STAFF_SESSION,
} from '@shipyard/auth';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { Account } from './account.entity';
import { type AccountView, toAccountView } from './account.view';
import type { LogInDto } from './accounts.dto';
import { ACCOUNT_SUSPENDED, accountErrors } from './accounts.errors';
import { type Caller, isStaff } from './caller.view';
import { type Holder, type HolderRow, JOIN_SECOND_FACTOR, roleFactsOf, SESSION_LASTS, toHolder } from './holder';
import { proofIn } from './second-factor.dto';
import { SecondFactorService } from './second-factor.service';
import { AccountSession } from './account-session.entity';
import { endOtherSessions } from './session-endings';
import { type SessionRow, type SessionView, toSessionView } from './session.view';

export interface OpenedSession {
  account: AccountView;
  csrfToken: string;
  secret: string;
  hours: number;
}

@Injectable()
export class SessionsService {
  readonly cookie: ReturnType<typeof sessionCookie>;
  /** The hash of a random password: an unknown email must take as long as a wrong password. */
  private readonly nobodysHash = hashPassword(newSessionSecret());

  constructor(
    private readonly dataSource: DataSource,
    private readonly secondFactors: SecondFactorService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    this.cookie = sessionCookie(config.SUBMISSION_PUBLIC_URL, { name: 'shipyard_session', path: '/' });
  }

  /** Opens a session after checking the password and second factor. The secret goes only into the cookie. */
  async signIn({ email, password, ...sent }: LogInDto): Promise<OpenedSession> {
    const proof = proofIn(sent);
    const { manager } = this.dataSource;
    const account = await manager
      .createQueryBuilder(Account, 'account')
      .where('lower(account.email) = lower(:email)', { email })
      .getOne();
    const isRight = await isPassword(account?.passwordHash ?? (await this.nobodysHash), password);
    if (account === null || !isRight) throw accountErrors.LOGIN_INVALID();
    if (account.suspendedAt !== null) throw envelopeErrors.FORBIDDEN({ message: ACCOUNT_SUSPENDED });
    const provedAt = await this.secondFactors.proveAtSignIn(account.id, proof);
    const secret = newSessionSecret();
    const hours = isStaff(account) ? STAFF_SESSION.hours : SESSION_DAYS * 24;
    const sessionId = await this.open(account, { secret, hours, provedAt });
    return {
      account: toAccountView(account),
      csrfToken: this.csrfTokenFor(sessionId),
      secret,
      hours,
    };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(AccountSession, { id: sessionId });
  }

  async find({ headers }: IncomingMessage): Promise<Holder | null> {
    const secret = readSessionSecret(headers.cookie, this.cookie.name);
    if (secret === null) return null;
    const [row] = await this.dataSource.query<(HolderRow & { sessionId: string; isNoted: boolean })[]>(
      `SELECT session.id AS "credentialId", session.id AS "sessionId", account.id AS "accountId", account.handle, account.locale,
         account.suspended_at IS NOT NULL AS suspended, session.last_seen_at > now() - interval '1 minute' AS "isNoted", NULL::text[] AS scopes, ${roleFactsOf('session')}
       FROM sessions session JOIN accounts account ON account.id = session.account_id ${JOIN_SECOND_FACTOR}
       WHERE session.secret_hash = $1 AND ${SESSION_LASTS}`,
      [hashToken(secret)],
    );
    if (!row) return null;
    if (!row.isNoted) await this.recordUse(row.credentialId);
    return toHolder(row, this.config.STAFF_TOTP);
  }

  async list({ accountId, sessionId }: Caller): Promise<SessionView[]> {
    const sessions = await this.dataSource.query<SessionRow[]>(
      `SELECT session.id, session.created_at AS "createdAt", session.last_seen_at AS "lastSeenAt", session.second_factor_at AS "secondFactorAt",
         CASE WHEN account.roles && '{reviewer,fulfilment,admin}'::text[]
           THEN least(session.expires_at, session.created_at + interval '${STAFF_SESSION.hours} hours', session.last_seen_at + interval '${STAFF_SESSION.idleMinutes} minutes')
           ELSE session.expires_at END AS "expiresAt"
       FROM sessions session JOIN accounts account ON account.id = session.account_id
       WHERE session.account_id = $1 AND ${SESSION_LASTS} ORDER BY session.created_at DESC, session.id DESC`,
      [accountId],
    );
    return sessions.map((session) => toSessionView(session, sessionId));
  }

  /** Takes effect at once on every replica, because each request looks its session up. */
  async end({ accountId }: Caller, recorder: ResponseRecorder, sessionId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { affected } = isUUID(sessionId)
        ? await manager.delete(AccountSession, { id: sessionId, accountId })
        : { affected: 0 };
      if (affected === 0)
        throw envelopeErrors.NOT_FOUND({
          message: 'You have no session with this id, or it has ended. List your sessions to see which are open.',
        });
      await recorder.record(manager, {});
    });
  }

  async endOthers(caller: Caller, recorder: ResponseRecorder): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await endOtherSessions(manager, caller);
      await recorder.record(manager, {});
    });
  }

  hasCsrfToken({ headers }: IncomingMessage, sessionId: string): boolean {
    const sent = headers['x-csrf-token'];
    return typeof sent === 'string' && isCsrfToken(sent, sessionId, this.config.SESSION_KEYS);
  }

  /** The CSRF token that the forms of a page carry. */
  csrfTokenFor(sessionId: string): string {
    return csrfTokenOf(sessionId, this.config.SESSION_KEYS);
  }

  /** Throws CSRF_INVALID unless the form was made for this session. */
  assertCsrfToken(sent: string | undefined, sessionId: string): void {
    if (!isCsrfToken(sent, sessionId, this.config.SESSION_KEYS)) throw accountErrors.CSRF_INVALID();
  }

  /** Only one of many concurrent calls writes. */
  private async recordUse(sessionId: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at <= now() - interval '1 minute'`,
      [sessionId],
    );
  }

  /**
   * Opens the session only if the checked password is still current and no second factor was skipped. Changes of both
   * lock the account's row first and must end this session too.
   */
  private async open(
    { id: accountId, passwordHash }: Account,
    { secret, hours, provedAt }: { secret: string; hours: number; provedAt: Date | null },
  ): Promise<string> {
    const sessionId = uuidv7();
    await this.dataSource.transaction(async (manager) => {
      const locked = await manager.query<unknown[]>(
        'SELECT 1 FROM accounts WHERE id = $1 AND password_hash = $2 FOR SHARE',
        [accountId, passwordHash],
      );
      if (locked.length === 0) throw accountErrors.LOGIN_INVALID();
      await this.secondFactors.assertProved(manager, accountId, provedAt);
      await manager.query('DELETE FROM sessions WHERE account_id = $1 AND expires_at <= now()', [accountId]);
      await manager.query(
        `INSERT INTO sessions (id, account_id, secret_hash, expires_at, second_factor_at)
         VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
        [sessionId, accountId, hashToken(secret), hours, provedAt],
      );
    });
    return sessionId;
  }
}
