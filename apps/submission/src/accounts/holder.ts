import { FRESH_SECOND_FACTOR_MINUTES, STAFF_SESSION, type StaffTotpPolicy } from '@shipyard/auth';
import type { Locale, Role, StaffRole } from './account.entity';
import type { Caller } from './caller';
import type { Scope } from './scopes';
import { WAITING_ROLES } from './settled-roles';

export interface Holder extends Caller {
  suspended: boolean;
}

export interface RoleFacts {
  roles: Role[];
  waitingRoles: StaffRole[];
  scopes: Scope[] | null;
  hasSecondFactor: boolean;
  /** Whether the second factor was shown when the credential was created or later. */
  isProved: boolean;
  isFresh: boolean;
}

export const JOIN_SECOND_FACTOR =
  'LEFT JOIN second_factors factor ON factor.owner_id = account.id AND factor.confirmed_at IS NOT NULL';

// A program that somebody allowed is elsewhere, and its holder showed it no second factor.
const SHOWED_FACTOR = { session: 'true', token: 'token.client_id IS NULL' };

export const roleFactsOf = (
  credential: 'session' | 'token',
) => `account.roles, ${WAITING_ROLES} AS "waitingRoles", factor.owner_id IS NOT NULL AS "hasSecondFactor",
  coalesce(${SHOWED_FACTOR[credential]} AND ${credential}.second_factor_at >= factor.confirmed_at, false) AS "isProved",
  coalesce(${SHOWED_FACTOR[credential]} AND ${credential}.second_factor_at >= factor.confirmed_at
    AND ${credential}.second_factor_at > now() - interval '${FRESH_SECOND_FACTOR_MINUTES} minutes', false) AS "isFresh"`;

/** An SQL condition. It uses the current roles: a new staff role shortens open sessions. */
export const SESSION_LASTS = `session.expires_at > now() AND (NOT account.roles && '{reviewer,fulfilment,admin}'::text[] OR (
  session.created_at > now() - interval '${STAFF_SESSION.hours} hours' AND session.last_seen_at > now() - interval '${STAFF_SESSION.idleMinutes} minutes'))`;

const GUARDED: readonly Role[] = ['fulfilment', 'admin'];

export function usableRoles(
  { roles, isProved, scopes }: Pick<RoleFacts, 'roles' | 'isProved' | 'scopes'>,
  policy: StaffTotpPolicy,
): { roles: Role[]; withheldRoles: StaffRole[] } {
  // No scope allows what a role allows.
  if (scopes !== null) return { roles: ['participant'], withheldRoles: [] };
  const isWithheld = (role: Role): role is StaffRole => policy === 'required' && !isProved && GUARDED.includes(role);
  return { roles: roles.filter((role) => !isWithheld(role)), withheldRoles: roles.filter(isWithheld) };
}

export interface HolderRow extends RoleFacts {
  locale: Locale;
  credentialId: string;
  sessionId: string | null;
  accountId: string;
  handle: string;
  suspended: boolean;
}

export function toHolder(row: HolderRow, policy: StaffTotpPolicy): Holder {
  const { credentialId, sessionId, accountId, handle, locale, suspended, scopes, hasSecondFactor, isFresh } = row;
  return {
    credentialId,
    sessionId,
    accountId,
    handle,
    locale,
    suspended,
    scopes,
    hasSecondFactor,
    ...usableRoles(row, policy),
    // Without required second factors, the token of an admin reads addresses itself, so waiting would protect nothing.
    waitingRoles: policy === 'required' ? row.waitingRoles : [],
    hasFreshSecondFactor: sessionId !== null && isFresh,
  };
}
