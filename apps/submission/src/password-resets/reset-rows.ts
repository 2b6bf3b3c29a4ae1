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
