import { FRESH_SECOND_FACTOR_MINUTES, STAFF_SESSION, type StaffTotpPolicy } from '@shipyard/auth';
import type { Caller, StaffRole } from './caller.view';
import type { Role } from './account.entity';

/** Who holds a token or a session, as the guard finds them: they may not be let in. */
export interface Holder extends Caller {
  suspended: boolean;
}

/** The roles of an account, and how far a credential of it has shown its second factor. */
export interface RoleFacts {
  roles: Role[];
  /** The account has a second factor. */
  hasSecondFactor: boolean;
  /** The credential was made with it. */
  isProved: boolean;
  /** It was shown within the last 15 minutes. */
  isFresh: boolean;
}

/** What a statement that reads a credential joins to its `account`. */
export const JOIN_SECOND_FACTOR = 'LEFT JOIN second_factors factor ON factor.owner_id = account.id AND factor.confirmed_at IS NOT NULL';

/** The RoleFacts of a session or token. What was proved by an earlier second factor of the account does not count. */
export const roleFactsOf = (credential: 'session' | 'token') => `account.roles, factor.owner_id IS NOT NULL AS "hasSecondFactor",
  coalesce(${credential}.second_factor_at >= factor.confirmed_at, false) AS "isProved",
  coalesce(${credential}.second_factor_at >= factor.confirmed_at
    AND ${credential}.second_factor_at > now() - interval '${FRESH_SECOND_FACTOR_MINUTES} minutes', false) AS "isFresh"`;

/** Whether a `session` of an `account` goes on. The roles of now count: one that is given later shortens sessions that are open. */
export const SESSION_LASTS = `session.expires_at > now() AND (NOT account.roles && '{reviewer,fulfilment,admin}'::text[] OR (
  session.created_at > now() - interval '${STAFF_SESSION.hours} hours' AND session.last_seen_at > now() - interval '${STAFF_SESSION.idleMinutes} minutes'))`;

/** Roles that act on the data of other people. */
const GUARDED: readonly Role[] = ['fulfilment', 'admin'];

/** The roles that a credential may use, and those that its account has and that it may not use without a second factor. */
export function usableRoles({ roles, isProved }: Pick<RoleFacts, 'roles' | 'isProved'>, policy: StaffTotpPolicy): { roles: Role[]; withheldRoles: StaffRole[] } {
  const isWithheld = (role: Role): role is StaffRole => policy === 'required' && !isProved && GUARDED.includes(role);
  return { roles: roles.filter((role) => !isWithheld(role)), withheldRoles: roles.filter(isWithheld) };
}

/** A holder as a statement reads them. */
export interface HolderRow extends RoleFacts {
  credentialId: string;
  sessionId: string | null;
  accountId: string;
  handle: string;
  suspended: boolean;
}

export function toHolder(row: HolderRow, policy: StaffTotpPolicy): Holder {
  const { credentialId, sessionId, accountId, handle, suspended, hasSecondFactor, isFresh } = row;
  return { credentialId, sessionId, accountId, handle, suspended, hasSecondFactor, ...usableRoles(row, policy), hasFreshSecondFactor: sessionId !== null && isFresh };
}
