import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import {
  FRESH_SECOND_FACTOR_MINUTES,
  type OpenedSession,
  proofIn,
  sessionCookie,
  Sessions,
  STAFF_SESSION,
} from '@shipyard/auth';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { consoleRows } from './console-rows';
import { ConsoleSecondFactorService } from './console-second-factor.service';
import { ConsoleSession } from './console-session.entity';
import { ConsoleUser } from './console-user.entity';
import type { Operator } from './operator';
import {
  type ConsoleSessionView,
  type ConsoleUserView,
  toConsoleSessionView,
  toConsoleUserView,
} from './operator.view';
import type { SignInDto } from './operators.dto';
import { operatorErrors } from './operators.errors';
import { userIdOf } from './persons';

const LASTS = `session.expires_at > now() AND session.created_at > now() - interval '${STAFF_SESSION.hours} hours'
  AND session.last_seen_at > now() - interval '${STAFF_SESSION.idleMinutes} minutes'`;

interface OperatorRow extends Omit<Operator, 'lacks' | 'hasFreshSecondFactor'> {
  sessionId: string;
  isNoted: boolean;
  hasSecondFactor: boolean;
  isProved: boolean;
  isFresh: boolean;
}

@Injectable()
export class ConsoleSessionsService extends Sessions<Operator> {
  constructor(
    dataSource: DataSource,
    private readonly factors: ConsoleSecondFactorService,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    super(dataSource, consoleRows, factors, config.SESSION_KEYS, {
      cookie: sessionCookie(config.publicUrl, { name: 'gateway_session', path: '/admin' }),
      loginInvalid: operatorErrors.LOGIN_INVALID,
      csrfInvalid: operatorErrors.CSRF_INVALID,
    });
  }

  async signIn({ email, password, ...sent }: SignInDto): Promise<OpenedSession & { user: ConsoleUserView }> {
    const proof = proofIn(sent);
    const user = await this.checkPassword(await this.dataSource.manager.findOneBy(ConsoleUser, { email }), password);
    return { user: toConsoleUserView(user), ...(await this.open(user, proof, STAFF_SESSION.hours)) };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(ConsoleSession, { id: sessionId });
  }

  async find(request: IncomingMessage): Promise<Operator | null> {
    const secretHash = this.secretHashIn(request);
    if (secretHash === null) return null;
    const [row] = await this.dataSource.query<OperatorRow[]>(
      `SELECT 'console_user' AS kind, console_user.id, console_user.email AS name, console_user.role, session.id AS "sessionId",
         session.last_seen_at > now() - interval '1 minute' AS "isNoted", factor.owner_id IS NOT NULL AS "hasSecondFactor",
         coalesce(session.second_factor_at >= factor.confirmed_at, false) AS "isProved",
         coalesce(session.second_factor_at > now() - interval '${FRESH_SECOND_FACTOR_MINUTES} minutes', false) AS "isFresh"
       FROM console_sessions session JOIN console_users console_user ON console_user.id = session.user_id
       LEFT JOIN second_factors factor ON factor.owner_id = console_user.id AND factor.confirmed_at IS NOT NULL
       WHERE session.secret_hash = $1 AND ${LASTS}`,
      [secretHash],
    );
    if (!row) return null;
    const { isNoted, hasSecondFactor, isProved, isFresh, ...operator } = row;
    if (!isNoted) await this.recordUse(operator.sessionId);
    const lacks =
      this.factors.isRequiredOf(operator.role) && !isProved ? (hasSecondFactor ? 'required' : 'set_up') : null;
    return { ...operator, lacks, hasFreshSecondFactor: !hasSecondFactor || (isProved && isFresh) };
  }

  list(operator: Operator, page: PageQuery): Promise<Page<ConsoleSessionView>> {
    return this.listOf(userIdOf(operator), page, operator.sessionId);
  }

  /** The sessions of a user that last. */
  listOf(userId: string, page: PageQuery, currentId: string | null): Promise<Page<ConsoleSessionView>> {
    const sessions = this.dataSource.manager
      .createQueryBuilder(ConsoleSession, 'session')
      .where('session.user_id = :userId', { userId })
      .andWhere(LASTS);
    return readPage(sessions, page, NEWEST_FIRST, (session) => toConsoleSessionView(session, currentId));
  }

  protected ownerIdOf(operator: Operator): string {
    return userIdOf(operator);
  }
}
