import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import type { Role } from './account.entity';
import { JOIN_SECOND_FACTOR, type RoleFacts, roleFactsOf, SESSION_LASTS, usableRoles } from './holder';

@Injectable()
export class CredentialsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  async rolesOf(credentialIds: string[]): Promise<Map<string, Role[]>> {
    const rows = await this.dataSource.query<(RoleFacts & { id: string })[]>(
      `SELECT token.id, token.scopes, ${roleFactsOf('token')}
       FROM api_tokens token JOIN accounts account ON account.id = token.account_id ${JOIN_SECOND_FACTOR}
       WHERE token.id = ANY ($1::uuid[]) AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > now()) AND account.suspended_at IS NULL
       UNION ALL SELECT session.id, NULL::text[], ${roleFactsOf('session')}
       FROM sessions session JOIN accounts account ON account.id = session.account_id ${JOIN_SECOND_FACTOR}
       WHERE session.id = ANY ($1::uuid[]) AND ${SESSION_LASTS} AND account.suspended_at IS NULL`,
      [credentialIds],
    );
    return new Map(rows.map(({ id, ...facts }) => [id, usableRoles(facts, this.config.STAFF_TOTP).roles]));
  }
}
