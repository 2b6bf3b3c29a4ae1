import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type OpenedSession, proofIn, SESSION_DAYS, sessionCookie, Sessions, STAFF_SESSION } from '@shipyard/auth';
import { envelopeErrors } from '@shipyard/http';
import { plannedOnce } from '@shipyard/platform/database';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { accountRows } from './account-rows';
import { AccountSession } from './account-session.entity';
import { Account } from './account.entity';
import type { AccountView } from './account.view';
import { readAccountView } from './account-reads';
import type { LogInDto } from './accounts.dto';
import { ACCOUNT_SUSPENDED, accountErrors } from './accounts.errors';
import { type Caller, isStaff } from './caller';
import { type Holder, type HolderRow, JOIN_SECOND_FACTOR, roleFactsOf, SESSION_LASTS, toHolder } from './holder';
import { SecondFactorService } from './second-factor.service';
import { type SessionRow, type SessionView, toSessionView } from './session.view';

@Injectable()
export class SessionsService extends Sessions<Caller> {
  constructor(
    dataSource: DataSource,
    secondFactors: SecondFactorService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    super(dataSource, accountRows, secondFactors, config.SESSION_KEYS, {
      cookie: sessionCookie(config.SUBMISSION_PUBLIC_URL, { name: 'shipyard_session', path: '/' }),
      loginInvalid: accountErrors.LOGIN_INVALID,
      csrfInvalid: accountErrors.CSRF_INVALID,
    });
  }

  async signIn({ email, password, ...sent }: LogInDto): Promise<OpenedSession & { account: AccountView }> {
    const proof = proofIn(sent);
    const found = await this.dataSource.manager
      .createQueryBuilder(Account, 'account')
      .where('lower(account.email) = lower(:email)', { email })
      .getOne();
    const account = await this.checkPassword(found, password);
    if (account.suspendedAt !== null) throw envelopeErrors.FORBIDDEN({ message: ACCOUNT_SUSPENDED });
    const hours = isStaff(account) ? STAFF_SESSION.hours : SESSION_DAYS * 24;
    return {
      account: await readAccountView(this.dataSource.manager, account.id),
      ...(await this.open(account, proof, hours)),
    };
  }

  async signOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(AccountSession, { id: sessionId });
  }

  async find(request: IncomingMessage): Promise<Holder | null> {
    const secretHash = this.secretHashIn(request);
    if (secretHash === null) return null;
    const [row] = await this.dataSource.query<(HolderRow & { sessionId: string; isNoted: boolean })[]>(
      plannedOnce(`SELECT session.id AS "credentialId", session.id AS "sessionId", account.id AS "accountId", account.handle, account.locale,
         account.suspended_at IS NOT NULL AS suspended, session.last_seen_at > now() - interval '1 minute' AS "isNoted", NULL::text[] AS scopes, ${roleFactsOf('session')}
       FROM sessions session JOIN accounts account ON account.id = session.account_id ${JOIN_SECOND_FACTOR}
       WHERE session.secret_hash = $1 AND ${SESSION_LASTS}`),
      [secretHash],
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

  protected ownerIdOf({ accountId }: Caller): string {
    return accountId;
  }
}
