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
  sessionCookie,
  STAFF_SESSION,
} from '@shipyard/auth';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSession } from './console-session.entity';
import { ConsoleUser } from './console-user.entity';
import {
  type ConsoleSessionView,
  type ConsoleUserView,
  type Operator,
  toConsoleSessionView,
  toConsoleUserView,
} from './operator.view';
import { type SignInDto, proofIn } from './operators.dto';
import { operatorErrors } from './operators.errors';
import { endOtherSessions, personOf } from './persons';

const LASTS = `session.expires_at > now() AND session.created_at > now() - interval '${STAFF_SESSION.hours} hours'
  AND session.last_seen_at > now() - interval '${STAFF_SESSION.idleMinutes} minutes'`;

interface OperatorRow extends Omit<Operator, 'lacks'> {
  sessionId: string;
  isNoted: boolean;
  hasSecondFactor: boolean;
  isProved: boolean;
}

@Injectable()
export class ConsoleSessionsService {
  readonly cookie: ReturnType<typeof sessionCookie>;
  /** Compared for an unknown email, so that it costs the same time as a wrong password. */
  private readonly nobodysHash = hashPassword(newSessionSecret());

  constructor(
    private readonly dataSource: DataSource,
    private readonly secondFactors: ConsoleSecondFactorService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    this.cookie = sessionCookie(config.publicUrl, { name: 'gateway_session', path: '/admin' });
  }

  /** The secret goes into the cookie and nowhere else. */
  async signIn({
    email,
    password,
    ...sent
  }: SignInDto): Promise<{ user: ConsoleUserView; csrfToken: string; secret: string }> {
    const proof = proofIn(sent);
    const user = await this.dataSource.manager.findOneBy(ConsoleUser, { email });
    const isRight = await isPassword(user?.passwordHash ?? (await this.nobodysHash), password);
    if (user === null || !isRight) throw operatorErrors.LOGIN_INVALID();
    const provedAt = await this.secondFactors.proveAtSignIn(user.id, proof);
    const secret = newSessionSecret();
    const sessionId = await this.open(user, secret, provedAt);
    return { user: toConsoleUserView(user), csrfToken: csrfTokenOf(sessionId, this.config.SESSION_KEYS), secret };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(ConsoleSession, { id: sessionId });
  }

  async find({ headers }: IncomingMessage): Promise<Operator | null> {
    const secret = readSessionSecret(headers.cookie, this.cookie.name);
    if (secret === null) return null;
    const [row] = await this.dataSource.query<OperatorRow[]>(
      `SELECT 'console_user' AS kind, console_user.id, console_user.email AS name, console_user.role, session.id AS "sessionId",
         session.last_seen_at > now() - interval '1 minute' AS "isNoted", factor.owner_id IS NOT NULL AS "hasSecondFactor",
         coalesce(session.second_factor_at >= factor.confirmed_at, false) AS "isProved"
       FROM console_sessions session JOIN console_users console_user ON console_user.id = session.user_id
       LEFT JOIN second_factors factor ON factor.owner_id = console_user.id AND factor.confirmed_at IS NOT NULL
       WHERE session.secret_hash = $1 AND ${LASTS}`,
      [hashToken(secret)],
    );
    if (!row) return null;
    const { isNoted, hasSecondFactor, isProved, ...operator } = row;
    if (!isNoted) await this.recordUse(operator.sessionId);
    const lacks =
      this.secondFactors.isRequiredOf(operator.role) && !isProved ? (hasSecondFactor ? 'required' : 'set_up') : null;
    return { ...operator, lacks };
  }

  list(operator: Operator, page: PageQuery): Promise<Page<ConsoleSessionView>> {
    const sessions = this.dataSource.manager
      .createQueryBuilder(ConsoleSession, 'session')
      .where('session.user_id = :userId', personOf(operator))
      .andWhere(LASTS);
    return readPage(sessions, page, NEWEST_FIRST, (session) => toConsoleSessionView(session, operator.sessionId));
  }

  /** Acts at once on every process, because each call looks up its session. */
  async end(operator: Operator, recorder: ResponseRecorder, sessionId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(ConsoleSession, { id: sessionId, ...personOf(operator) });
      if (affected === 0)
        throw envelopeErrors.NOT_FOUND({
          message: 'You have no session with this id, or it has ended. List your sessions to see which are open.',
        });
      await recorder.record(manager, {});
    });
  }

  async endOthers(operator: Operator, recorder: ResponseRecorder): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await endOtherSessions(manager, operator);
      await recorder.record(manager, {});
    });
  }

  hasCsrfToken({ headers }: IncomingMessage, sessionId: string): boolean {
    const sent = headers['x-csrf-token'];
    return typeof sent === 'string' && isCsrfToken(sent, sessionId, this.config.SESSION_KEYS);
  }

  /** Only one of many parallel calls writes. */
  private async recordUse(sessionId: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE console_sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at <= now() - interval '1 minute'`,
      [sessionId],
    );
  }

  /**
   * Opens the session only if the checked password is still current and no second factor was skipped. Turning on a
   * second factor ends sessions and must not miss this one, so the user's row is locked first.
   */
  private async open(
    { id: userId, passwordHash }: ConsoleUser,
    secret: string,
    provedAt: Date | null,
  ): Promise<string> {
    const sessionId = uuidv7();
    await this.dataSource.transaction(async (manager) => {
      const locked = await manager.query<unknown[]>(
        'SELECT 1 FROM console_users WHERE id = $1 AND password_hash = $2 FOR SHARE',
        [userId, passwordHash],
      );
      if (locked.length === 0) throw operatorErrors.LOGIN_INVALID();
      await this.secondFactors.assertProved(manager, userId, provedAt);
      await manager.query('DELETE FROM console_sessions WHERE user_id = $1 AND expires_at <= now()', [userId]);
      await manager.query(
        `INSERT INTO console_sessions (id, user_id, secret_hash, expires_at, second_factor_at)
         VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
        [sessionId, userId, hashToken(secret), STAFF_SESSION.hours, provedAt],
      );
    });
    return sessionId;
  }
}
