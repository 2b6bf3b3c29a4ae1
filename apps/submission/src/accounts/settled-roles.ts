import { envelopeErrors } from '@shipyard/http';
import type { StaffRole } from './account.entity';
import type { Caller } from './caller';

export const WAITING_HOURS = 24;

export const ROLE_IS_NEW = `Your role is new. It opens addresses and links for new passwords, takes roles from other staff and suspends staff ${WAITING_HOURS} hours after it was granted, or once another admin confirms it.`;

/** An SQL condition on a row of `staff_roles`. */
export const IS_SETTLED = (staffRole: 'staff_role' | 'granter') =>
  `(${staffRole}.confirmed_at IS NOT NULL OR ${staffRole}.granted_at <= now() - interval '${WAITING_HOURS} hours')`;

/**
 * An SQL expression: the roles of the account that are new and that no second admin has confirmed. A role without a row
 * waits too.
 */
export const WAITING_ROLES = `CASE WHEN cardinality(account.roles) = 1 THEN '{}' ELSE ARRAY (
  SELECT held.role FROM unnest(account.roles) AS held (role)
  WHERE held.role <> 'participant' AND NOT EXISTS (
    SELECT FROM staff_roles staff_role
    WHERE staff_role.account_id = account.id AND staff_role.role = held.role AND ${IS_SETTLED('staff_role')})) END`;

/**
 * Every door to addresses and to reset links asks this, with the roles that it is for: what is read there cannot be taken
 * back. So does what takes power from other staff: nobody could undo it. A new role does its other work at once.
 */
export function assertSettledRole(caller: Pick<Caller, 'roles' | 'waitingRoles'>, ...roles: StaffRole[]): void {
  if (roles.some((role) => caller.roles.includes(role) && !caller.waitingRoles.includes(role))) return;
  throw envelopeErrors.FORBIDDEN({ message: ROLE_IS_NEW });
}
