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
import { envelopeErrors } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { Account } from './account.entity';
import { type AccountView, toAccountView } from './account.view';
import type { LogInDto } from './accounts.dto';
import { accountErrors } from './accounts.errors';
import type { Holder } from './holder';
import { Session } from './session.entity';

@Injectable()
export class SessionsService {
  readonly cookie: ReturnType<typeof sessionCookie>;
  /** Of a password that nobody has: an email that nobody has must cost the same work as a wrong password. */
  private readonly nobodysHash = hashPassword(newSessionSecret());

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    this.cookie = sessionCookie(config.SUBMISSION_PUBLIC_URL, { name: 'shipyard_session', path: '/' });
  }

  /** Opens a session for who knows the password. The secret goes into the cookie and nowhere else. */
  async logIn({ email, password }: LogInDto): Promise<{ account: AccountView; csrfToken: string; secret: string }> {
    const { manager } = this.dataSource;
    const account = await manager.createQueryBuilder(Account, 'account').where('lower(account.email) = lower(:email)', { email }).getOne();
    const isRight = await isPassword(account?.passwordHash ?? (await this.nobodysHash), password);
    if (account === null || !isRight) throw accountErrors.LOGIN_INVALID();
    if (account.suspendedAt !== null) throw envelopeErrors.FORBIDDEN({ message: 'This account is suspended.' });
    const secret = newSessionSecret();
    const sessionId = await this.open(account, secret);
    return { account: toAccountView(account), csrfToken: csrfTokenOf(sessionId, this.config.SESSION_KEYS), secret };
  }

  async logOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(Session, { id: sessionId });
  }

  /** Who holds the session of a request's cookie; null where there is none that lasts. */
  async find({ headers }: IncomingMessage): Promise<Holder | null> {
    const secret = readSessionSecret(headers.cookie, this.cookie.name);
    if (secret === null) return null;
    const [holder] = await this.dataSource.query<Holder[]>(
      `SELECT session.id AS "credentialId", session.id AS "sessionId", account.id AS "accountId", account.handle, account.roles,
         account.suspended_at IS NOT NULL AS suspended
       FROM sessions session JOIN accounts account ON account.id = session.account_id
       WHERE session.secret_hash = $1 AND session.expires_at > now()`,
      [hashToken(secret)],
    );
    return holder ?? null;
  }

  hasCsrfToken({ headers }: IncomingMessage, sessionId: string): boolean {
    const sent = headers['x-csrf-token'];
    return typeof sent === 'string' && isCsrfToken(sent, sessionId, this.config.SESSION_KEYS);
  }

  /** Only while the password is the one that was checked: changing it ends all sessions, and must not miss this one. */
  private async open({ id: accountId, passwordHash }: Account, secret: string): Promise<string> {
    await this.dataSource.query('DELETE FROM sessions WHERE account_id = $1 AND expires_at <= now()', [accountId]);
    const [opened] = await this.dataSource.query<{ id: string }[]>(
      `INSERT INTO sessions (id, account_id, secret_hash, expires_at)
       SELECT $1::uuid, account.id, $2::bytea, now() + make_interval(days => $3) FROM accounts account
       WHERE account.id = $4 AND account.password_hash = $5 FOR SHARE
       RETURNING id`,
      [uuidv7(), hashToken(secret), SESSION_DAYS, accountId, passwordHash],
    );
    if (!opened) throw accountErrors.LOGIN_INVALID();
    return opened.id;
  }
}
