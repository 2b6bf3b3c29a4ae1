import type { Owner, SignInRows } from '@shipyard/auth';
import { type EntityManager, Not } from 'typeorm';
import { CustomerMember } from './customer-member.entity';
import { MemberSession } from './member-session.entity';

/** A member who has not accepted the invitation has no password, and cannot sign in. */
export function toOwner(member: CustomerMember | null): (CustomerMember & Owner) | null {
  return member === null || member.passwordHash === null ? null : { ...member, passwordHash: member.passwordHash };
}

async function findOwner(manager: EntityManager, memberId: string): Promise<Owner> {
  const owner = toOwner(await manager.findOneByOrFail(CustomerMember, { id: memberId }));
  if (owner === null) throw new Error('A member who is signed in has no password');
  return owner;
}

/** The statements of sign-in of members. */
export const memberRows: SignInRows = {
  findOwner,

  lockOwner: (manager, memberId) =>
    manager.findOneOrFail(CustomerMember, { where: { id: memberId }, lock: { mode: 'for_no_key_update' } }),

  lockForSignIn: async (manager, { id, passwordHash }) => {
    const locked = await manager.query<unknown[]>(
      'SELECT 1 FROM customer_members WHERE id = $1 AND password_hash = $2 FOR SHARE',
      [id, passwordHash],
    );
    return locked.length > 0;
  },

  deleteExpiredSessions: (manager, memberId) =>
    manager.query('DELETE FROM member_sessions WHERE member_id = $1 AND expires_at <= now()', [memberId]),

  insertSession: (manager, { id, ownerId, secretHash, hours, secondFactorAt }) =>
    manager.query(
      `INSERT INTO member_sessions (id, member_id, secret_hash, expires_at, second_factor_at)
       VALUES ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
      [id, ownerId, secretHash, hours, secondFactorAt],
    ),

  recordUse: (manager, sessionId) =>
    manager.query(
      `UPDATE member_sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at <= now() - interval '1 minute'`,
      [sessionId],
    ),

  recordProof: async (manager, sessionId) => {
    const [[row]] = await manager.query<[{ provedAt: Date }[], number]>(
      'UPDATE member_sessions SET second_factor_at = now() WHERE id = $1 RETURNING second_factor_at AS "provedAt"',
      [sessionId],
    );
    return row?.provedAt ?? null;
  },

  endSession: async (manager, memberId, sessionId) => {
    const { affected } = await manager.delete(MemberSession, { id: sessionId, memberId });
    return affected !== 0;
  },

  endOtherSessions: (manager, memberId, keptSessionId) =>
    manager.delete(MemberSession, { memberId, ...(keptSessionId !== null && { id: Not(keptSessionId) }) }),
};
