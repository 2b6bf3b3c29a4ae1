import type { DataSource } from 'typeorm';
import type { ReadPage } from '../database/read-page';
import { Account } from './account.entity';
import { type AccountView, toAccountView } from './account.view';
import { readEmailChange } from './email-change-rows';
import { readGuardian } from './guardian-rows';

export interface ExportedToken {
  id: string;
  name: string;
  last4: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  client_id: string | null;
  scopes: string[] | null;
}

export interface ExportedSession {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

export interface ExportedAccountEntry {
  id: string;
  at: Date;
  /** Who acted. Staff are not named. */
  by: 'you' | 'guardian' | 'staff' | 'unknown';
  action: string;
  roles_before: string[] | null;
  roles_after: string[] | null;
}

export interface ExportedAccount extends AccountView {
  second_factor: boolean;
  guardian_email: string | null;
  guardian_name: string | null;
  waiting_email: string | null;
}

/** Null if the account was deleted meanwhile. */
export async function readOwnAccount(dataSource: DataSource, accountId: string): Promise<ExportedAccount | null> {
  const account = await dataSource.manager.findOneBy(Account, { id: accountId });
  if (!account || account.deletedAt !== null) return null;
  const [factor] = await dataSource.query<{ confirmed: boolean }[]>(
    'SELECT confirmed_at IS NOT NULL AS confirmed FROM second_factors WHERE owner_id = $1',
    [accountId],
  );
  const guardian = await readGuardian(dataSource.manager, accountId);
  return {
    ...toAccountView(account, guardian),
    second_factor: factor?.confirmed ?? false,
    guardian_email: guardian?.email ?? null,
    guardian_name: guardian?.name ?? null,
    waiting_email: (await readEmailChange(dataSource.manager, accountId))?.newEmail ?? null,
  };
}

export const readOwnTokens: ReadPage<ExportedToken> = (dataSource, accountId, after, limit) =>
  dataSource.query<ExportedToken[]>(
    `SELECT id, name, last4, created_at, expires_at, revoked_at, last_used_at, client_id, scopes FROM api_tokens
     WHERE account_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [accountId, after, limit],
  );

export const readOwnSessions: ReadPage<ExportedSession> = (dataSource, accountId, after, limit) =>
  dataSource.query<ExportedSession[]>(
    `SELECT id, created_at, last_seen_at, expires_at FROM sessions
     WHERE account_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [accountId, after, limit],
  );

/** Entries about the account. `list_accounts` is not among them, because it names all accounts of a page. */
export const readOwnAudit: ReadPage<ExportedAccountEntry> = (dataSource, accountId, after, limit) =>
  dataSource.query<ExportedAccountEntry[]>(
    `SELECT id, at, CASE WHEN actor_id = account_id THEN 'you' WHEN action LIKE 'guardian%' THEN 'guardian' WHEN actor_id IS NULL THEN 'unknown' ELSE 'staff' END AS by,
       action, roles_before, roles_after
     FROM account_audit_entries WHERE account_id = $1 AND ($2::bigint IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [accountId, after, limit],
  );
