import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type OpenedSession, proofIn, sessionCookie, Sessions, STAFF_SESSION } from '@shipyard/auth';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { type ConsoleSessionView, operatorErrors, type SignInDto, toConsoleSessionView } from '../operators';
import { CustomerMember } from './customer-member.entity';
import type { Member } from './member';
import { memberRows, toOwner } from './member-rows';
import { MemberSecondFactorService } from './member-second-factor.service';
import { MemberSession } from './member-session.entity';

const LASTS = `session.expires_at > now() AND session.last_seen_at > now() - interval '${STAFF_SESSION.idleMinutes} minutes'`;

interface MemberRow extends Member {
  isNoted: boolean;
}

@Injectable()
export class MemberSessionsService extends Sessions<Member> {
  constructor(dataSource: DataSource, factors: MemberSecondFactorService, @Inject(CONFIG) config: HttpConfig) {
    super(dataSource, memberRows, factors, config.SESSION_KEYS, {
      cookie: sessionCookie(config.publicUrl, { name: 'member_session', path: '/usage' }),
      loginInvalid: operatorErrors.LOGIN_INVALID,
      csrfInvalid: operatorErrors.CSRF_INVALID,
    });
  }

  async signIn({ email, password, ...sent }: SignInDto): Promise<OpenedSession> {
    const proof = proofIn(sent);
    const found = toOwner(await this.dataSource.manager.findOneBy(CustomerMember, { email }));
    const member = await this.checkPassword(found, password);
    return this.open(member, proof, STAFF_SESSION.hours);
  }

  async signOut(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(MemberSession, { id: sessionId });
  }

  /** A member who was removed has no sessions, so each request notices it. */
  async find(request: IncomingMessage): Promise<Member | null> {
    const secretHash = this.secretHashIn(request);
    if (secretHash === null) return null;
    const [row] = await this.dataSource.query<MemberRow[]>(
      `SELECT 'member' AS kind, member.id, member.email AS name, member.customer_id AS "customerId", member.role, session.id AS "sessionId",
         session.last_seen_at > now() - interval '1 minute' AS "isNoted"
       FROM member_sessions session JOIN customer_members member ON member.id = session.member_id
       WHERE session.secret_hash = $1 AND ${LASTS}`,
      [secretHash],
    );
    if (!row) return null;
    const { isNoted, ...member } = row;
    if (!isNoted) await this.recordUse(member.sessionId);
    return member;
  }

  list(member: Member, page: PageQuery): Promise<Page<ConsoleSessionView>> {
    const sessions = this.dataSource.manager
      .createQueryBuilder(MemberSession, 'session')
      .where('session.member_id = :memberId', { memberId: member.id })
      .andWhere(LASTS);
    return readPage(sessions, page, NEWEST_FIRST, (session) => toConsoleSessionView(session, member.sessionId));
  }

  protected ownerIdOf({ id }: Member): string {
    return id;
  }
}
