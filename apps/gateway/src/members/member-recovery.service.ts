import { Inject, Injectable } from '@nestjs/common';
import { hashPassword } from '@shipyard/auth';
import { NO_RECORDER } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { ChangesService } from '../changes/changes.service';
import { CONFIG, type HttpConfig } from '../config';
import { readMemberLink } from '../mail';
import { memberOfLink, useMemberLink } from './member-link-rows';

/** The link was used, was replaced or has expired, or is none of ours. */
export class LinkInvalid extends Error {}

/** A password by a link of a mail: after an invitation, or instead of one that was forgotten. */
@Injectable()
export class MemberRecoveryService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'URL_SIGNING_KEYS'>,
  ) {}

  /** Writes one row for a known email and for an unknown one, so the answer takes as long. The worker looks at it. */
  async request(email: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO member_reset_requests (id, member_id)
       VALUES ($1, (SELECT id FROM customer_members WHERE email = $2 AND password_hash IS NOT NULL))`,
      [uuidv7(), email],
    );
  }

  async isValid(token: string): Promise<boolean> {
    const linkId = readMemberLink(token, this.config.URL_SIGNING_KEYS);
    return linkId !== null && (await memberOfLink(this.dataSource.manager, linkId)) !== null;
  }

  /** Sets a password by a link, once, and ends all sessions. Throws LinkInvalid. */
  async setPassword(token: string, password: string): Promise<void> {
    const linkId = readMemberLink(token, this.config.URL_SIGNING_KEYS);
    const member = linkId === null ? null : await memberOfLink(this.dataSource.manager, linkId);
    if (linkId === null || member === null) throw new LinkInvalid();
    const passwordHash = await hashPassword(password);
    const actor = { kind: 'member' as const, id: member.id, name: member.email };
    await this.changes.make(actor, NO_RECORDER, 'member.set_password', async (manager) => {
      if (!(await useMemberLink(manager, { linkId, memberId: member.id, passwordHash }))) throw new LinkInvalid();
      return { subjectId: member.id, before: null, after: null, answer: {} };
    });
  }
}
