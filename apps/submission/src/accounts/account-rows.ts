import type { SignInRows } from '@shipyard/auth';
import { isUUID } from 'class-validator';
import { Not } from 'typeorm';
import { AccountSession } from './account-session.entity';
import { Account } from './account.entity';

/** The statements of sign-in to an account. */
export const accountRows: SignInRows = {
  findOwner: (manager, accountId) => manager.findOneByOrFail(Account, { id: accountId }),

  lockOwner: (manager, accountId) =>
    manager.findOneOrFail(Account, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } }),

  lockForSignIn: async (manager, { id, passwordHash }) => {
    const locked = await manager.query<unknown[]>(
      'SELECT 1 FROM accounts WHERE id = $1 AND password_hash = $2 FOR SHARE',
      [id, passwordHash],
    );
    return locked.length > 0;
  },

  deleteExpiredSessions: (manager, accountId) =>
    manager.query('DELETE FROM sessions WHERE account_id = $1 AND expires_at <= now()', [accountId]),

  insertSession: (manager, { id, ownerId, secretHash, hours, secondFactorAt }) =>
    manager.query(
      `INSERT INTO sessions (id, account_id, secret_hash, expires_at, second_factor_at)
       VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
      [id, ownerId, secretHash, hours, secondFactorAt],
    ),

  recordUse: (manager, sessionId) =>
    manager.query(
      `UPDATE sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at <= now() - interval '1 minute'`,
      [sessionId],
    ),

  recordProof: async (manager, sessionId) => {
    const [[row]] = await manager.query<[{ provedAt: Date }[], number]>(
      'UPDATE sessions SET second_factor_at = now() WHERE id = $1 RETURNING second_factor_at AS "provedAt"',
      [sessionId],
    );
    return row?.provedAt ?? null;
  },

  endSession: async (manager, accountId, sessionId) => {
    if (!isUUID(sessionId)) return false;
    const { affected } = await manager.delete(AccountSession, { id: sessionId, accountId });
    return affected !== 0;
  },

  endOtherSessions: (manager, accountId, keptSessionId) =>
    manager.delete(AccountSession, { accountId, ...(keptSessionId !== null && { id: Not(keptSessionId) }) }),
};
