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
} from '@shipyard/auth';
import { uuidv7 } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import { ConsoleSession } from './console-session.entity';
import { ConsoleUser } from './console-user.entity';
import { type ConsoleUserView, type Operator, toConsoleUserView } from './operator.view';
import type { LogInDto } from './operators.dto';
import { operatorErrors } from './operators.errors';

/** Log-ins of the console's users. They end with a log-out, with their user, or with time. */
@Injectable()
export class ConsoleSessionsService {
  readonly cookie: ReturnType<typeof sessionCookie>;
  /** Of a password that nobody has: an email that nobody has must cost the same work as a wrong password. */
  private readonly nobodysHash = hashPassword(newSessionSecret());

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    this.cookie = sessionCookie(config.publicUrl, { name: 'gateway_session', path: '/admin' });
  }

  /** Opens a session for who knows the password. The secret goes into the cookie and nowhere else. */
  async logIn({ email, password }: LogInDto): Promise<{ user: ConsoleUserView; csrfToken: string; secret: string }> {
    const user = await this.dataSource.manager.findOneBy(ConsoleUser, { email });
    const isRight = await isPassword(user?.passwordHash ?? (await this.nobodysHash), password);
    if (user === null || !isRight) throw operatorErrors.LOGIN_INVALID();
    const secret = newSessionSecret();
    const sessionId = await this.open(user.id, secret);
    return { user: toConsoleUserView(user), csrfToken: csrfTokenOf(sessionId, this.config.SESSION_KEYS), secret };
  }

  async logOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(ConsoleSession, { id: sessionId });
  }

  /** Who holds the session of a request's cookie; null where there is none that lasts. */
  async find({ headers }: IncomingMessage): Promise<Operator | null> {
    const secret = readSessionSecret(headers.cookie, this.cookie.name);
    if (secret === null) return null;
    const [operator] = await this.dataSource.query<Operator[]>(
      `SELECT 'console_user' AS kind, console_user.id, console_user.email AS name, console_user.role, session.id AS "sessionId"
       FROM console_sessions session JOIN console_users console_user ON console_user.id = session.user_id
       WHERE session.secret_hash = $1 AND session.expires_at > now()`,
      [hashToken(secret)],
    );
    return operator ?? null;
  }

  hasCsrfToken({ headers }: IncomingMessage, sessionId: string): boolean {
    const sent = headers['x-csrf-token'];
    return typeof sent === 'string' && isCsrfToken(sent, sessionId, this.config.SESSION_KEYS);
  }

  private async open(userId: string, secret: string): Promise<string> {
    await this.dataSource.query('DELETE FROM console_sessions WHERE user_id = $1 AND expires_at <= now()', [userId]);
    const [opened] = await this.dataSource.query<{ id: string }[]>(
      `INSERT INTO console_sessions (id, user_id, secret_hash, expires_at)
       SELECT $1::uuid, id, $2::bytea, now() + make_interval(days => $3) FROM console_users WHERE id = $4 FOR SHARE
       RETURNING id`,
      [uuidv7(), hashToken(secret), SESSION_DAYS, userId],
    );
    // Removed since the password was looked at.
    if (!opened) throw operatorErrors.LOGIN_INVALID();
    return opened.id;
  }
}
