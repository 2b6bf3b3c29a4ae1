import type { SignInRows } from '@shipyard/auth';
import { Not } from 'typeorm';
import { ConsoleSession } from './console-session.entity';
import { ConsoleUser } from './console-user.entity';

/** The statements of sign-in to the console. */
export const consoleRows: SignInRows = {
  findOwner: (manager, userId) => manager.findOneByOrFail(ConsoleUser, { id: userId }),

  lockOwner: (manager, userId) =>
    manager.findOneOrFail(ConsoleUser, { where: { id: userId }, lock: { mode: 'for_no_key_update' } }),

  lockForSignIn: async (manager, { id, passwordHash }) => {
    const locked = await manager.query<unknown[]>(
      'SELECT 1 FROM console_users WHERE id = $1 AND password_hash = $2 FOR SHARE',
      [id, passwordHash],
    );
    return locked.length > 0;
  },

  deleteExpiredSessions: (manager, userId) =>
    manager.query('DELETE FROM console_sessions WHERE user_id = $1 AND expires_at <= now()', [userId]),

  insertSession: (manager, { id, ownerId, secretHash, hours, secondFactorAt }) =>
    manager.query(
      `INSERT INTO console_sessions (id, user_id, secret_hash, expires_at, second_factor_at)
       VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
      [id, ownerId, secretHash, hours, secondFactorAt],
    ),

  recordUse: (manager, sessionId) =>
    manager.query(
      `UPDATE console_sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at <= now() - interval '1 minute'`,
      [sessionId],
    ),

  recordProof: async (manager, sessionId) => {
    const [[row]] = await manager.query<[{ provedAt: Date }[], number]>(
      'UPDATE console_sessions SET second_factor_at = now() WHERE id = $1 RETURNING second_factor_at AS "provedAt"',
      [sessionId],
    );
    return row?.provedAt ?? null;
  },

  endSession: async (manager, userId, sessionId) => {
    const { affected } = await manager.delete(ConsoleSession, { id: sessionId, userId });
    return affected !== 0;
  },

  endOtherSessions: (manager, userId, keptSessionId) =>
    manager.delete(ConsoleSession, { userId, ...(keptSessionId !== null && { id: Not(keptSessionId) }) }),
};
