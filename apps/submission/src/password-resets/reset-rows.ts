import { hashToken } from '@shipyard/auth';
import type { EntityManager } from 'typeorm';
import type { Account } from '../accounts';

export const RESET_MINUTES = 30;

export const IS_VALID = 'used_at IS NULL AND superseded_at IS NULL AND expires_at > now()';

interface NewReset {
  id: string;
  /** Locked by the caller. */
  account: Pick<Account, 'id' | 'passwordHash'>;
  token: string;
  /** The key that the token of a mail is derived from. Null for the link of an admin. */
  keyId: string | null;
}

/** A token is for one password: when the holder has changed it otherwise, the token is void. */
export const replacedBy = ({ passwordHash }: Pick<Account, 'passwordHash'>): Buffer => hashToken(passwordHash);

export interface LiveReset {
  id: string;
  keyId: string | null;
  /** Not renewed for ever, so that no link lives longer than twice its time. */
  isRenewable: boolean;
}

export async function liveReset(
  manager: EntityManager,
  account: Pick<Account, 'id' | 'passwordHash'>,
): Promise<LiveReset | null> {
  const [live] = await manager.query<LiveReset[]>(
    `SELECT id, key_id AS "keyId", coalesce(created_at > now() - make_interval(mins => $3), false) AS "isRenewable" FROM password_resets
     WHERE account_id = $1 AND replaces = $2 AND ${IS_VALID}`,
    [account.id, replacedBy(account), RESET_MINUTES],
  );
  return live ?? null;
}

/** The link of a mail that is sent again works as long as the mail says. */
export const renewReset = (manager: EntityManager, id: string): Promise<unknown> =>
  manager.query('UPDATE password_resets SET expires_at = now() + make_interval(mins => $2) WHERE id = $1', [
    id,
    RESET_MINUTES,
  ]);

/** Voids the earlier token of the account. */
export async function addReset(
  manager: EntityManager,
  { id, account, token, keyId }: NewReset,
): Promise<{ expiresAt: Date }> {
  await manager.query(
    'UPDATE password_resets SET superseded_at = now() WHERE account_id = $1 AND used_at IS NULL AND superseded_at IS NULL',
    [account.id],
  );
  const [added] = await manager.query<{ expiresAt: Date }[]>(
    `INSERT INTO password_resets (id, account_id, token_hash, key_id, replaces, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6)) RETURNING expires_at AS "expiresAt"`,
    [id, account.id, hashToken(token), keyId, replacedBy(account), RESET_MINUTES],
  );
  if (!added) throw new Error('A reset was written and is not there');
  return added;
}
