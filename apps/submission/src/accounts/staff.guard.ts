import type { IncomingMessage } from 'node:http';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { FRESH_SECOND_FACTOR_MINUTES } from '@shipyard/auth';
import { Reflector } from '@nestjs/core';
import { type DescribedRoute, envelopeErrors, type RouteAdditions, type RouteRule } from '@shipyard/http';
import type { StaffRole } from './account.entity';
import { type Caller, callerOf, hasRole } from './caller';

const STAFF_ROLES = 'shipyard:staff-roles';
const metadata = new Reflector();

const NAMES: Readonly<Record<StaffRole, string>> = { reviewer: 'reviewers', fulfilment: 'fulfilment', admin: 'admins' };

/** Runs before the body is read, so that participants learn nothing about routes for staff. */
@Injectable()
export class StaffGuard implements CanActivate, RouteRule {
  describe(route: DescribedRoute): RouteAdditions {
    return { note: `For ${inWords(rolesOf(route))}.` };
  }

  canActivate(context: ExecutionContext): boolean {
    const roles = rolesOf(context);
    const caller = callerOf(context.switchToHttp().getRequest<IncomingMessage>());
    if (hasRole(caller, roles)) return true;
    if (caller?.withheldRoles.some((role) => roles.length === 0 || roles.includes(role)))
      throw secondFactorWanted(caller);
    throw envelopeErrors.FORBIDDEN({ message: `This call is for ${inWords(roles)}. Ask an admin for the role.` });
  }
}

/** Without roles: for all staff. Admins are not implicitly reviewers. */
export const StaffOnly = (...roles: StaffRole[]) =>
  applyDecorators(SetMetadata(STAFF_ROLES, roles), UseGuards(StaffGuard));

function rolesOf(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>): readonly StaffRole[] {
  return metadata.getAllAndOverride<readonly StaffRole[]>(STAFF_ROLES, [route.getHandler(), route.getClass()]);
}

function secondFactorWanted({ hasSecondFactor, sessionId }: Caller): Error {
  if (!hasSecondFactor) {
    return envelopeErrors.FORBIDDEN({
      message: 'Your role needs a second factor. Set one up with POST /api/v1/accounts/totp.',
      details: { second_factor: 'set_up' },
    });
  }
  const message =
    sessionId === null
      ? `This token was made without a second factor, so it cannot use your role. Make another one in a session within ${FRESH_SECOND_FACTOR_MINUTES} minutes of showing the second factor.`
      : 'Your role needs your second factor. Show it with POST /api/v1/accounts/second-factor.';
  return envelopeErrors.FORBIDDEN({ message, details: { second_factor: 'required' } });
}

const inWords = (roles: readonly StaffRole[]) =>
  roles.length === 0 ? 'staff' : roles.map((role) => NAMES[role]).join(' and ');
