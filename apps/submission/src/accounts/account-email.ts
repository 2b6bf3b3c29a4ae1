import type { EntityManager } from 'typeorm';

export interface AccountEmail {
  email: string;
  isConfirmed: boolean;
  isSuspended: boolean;
}

export async function readEmail(manager: EntityManager, accountId: string): Promise<AccountEmail | null> {
  const [account] = await manager.query<AccountEmail[]>(
    `SELECT email, email_confirmed_at IS NOT NULL AS "isConfirmed", suspended_at IS NOT NULL AS "isSuspended" FROM accounts WHERE id = $1 AND deleted_at IS NULL`,
    [accountId],
  );
  return account ?? null;
}

/** Returns false if the account no longer has this email. A second call changes nothing. */
export async function confirmEmail(manager: EntityManager, accountId: string, email: string): Promise<boolean> {
  const [, confirmed] = await manager.query<[unknown[], number]>(
    'UPDATE accounts SET email_confirmed_at = coalesce(email_confirmed_at, now()) WHERE id = $1 AND email = $2',
    [accountId, email],
  );
  return confirmed === 1;
}
