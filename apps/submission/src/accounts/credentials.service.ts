import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Role } from './account.entity';

/** Tokens and sessions that are in use for longer than one request. */
@Injectable()
export class CredentialsService {
  constructor(private readonly dataSource: DataSource) {}

  /** The roles that go with each of these credentials now. One that has ended, or whose account is suspended, is not among them. */
  async rolesOf(credentialIds: string[]): Promise<Map<string, Role[]>> {
    const rows = await this.dataSource.query<{ id: string; roles: Role[] }[]>(
      `SELECT credential.id, account.roles FROM (
         SELECT id, account_id FROM api_tokens
         WHERE id = ANY ($1::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
         UNION ALL SELECT id, account_id FROM sessions WHERE id = ANY ($1::uuid[]) AND expires_at > now()
       ) credential JOIN accounts account ON account.id = credential.account_id
       WHERE account.suspended_at IS NULL`,
      [credentialIds],
    );
    return new Map(rows.map(({ id, roles }) => [id, roles]));
  }
}
