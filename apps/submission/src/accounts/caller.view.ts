import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import type { Role } from './account.entity';

/** The holder of the token or session of a request. */
export interface Caller {
  /** The id of the token or session. */
  credentialId: string;
  /** Null if the request came with a token. */
  sessionId: string | null;
  accountId: string;
  handle: string;
  /** The roles that the credential may use. */
  roles: Role[];
  /** The account's roles that the credential may use only with a second factor. */
  withheldRoles: StaffRole[];
  hasSecondFactor: boolean;
  /** Whether the session has shown it within the last 15 minutes. */
  hasFreshSecondFactor: boolean;
}

export type StaffRole = Exclude<Role, 'participant'>;

/** Returns whether the caller has one of these roles. An empty list means any staff role. */
export const hasRole = (caller: Pick<Caller, 'roles'> | null, roles: readonly StaffRole[]) =>
  caller?.roles.some((role) => role !== 'participant' && (roles.length === 0 || roles.includes(role))) ?? false;

export const isStaff = (caller: Pick<Caller, 'roles'> | null) => hasRole(caller, []);

const callers = new WeakMap<IncomingMessage, Caller>();

export function setCaller(request: IncomingMessage, caller: Caller): void {
  callers.set(request, caller);
}

export const callerOf = (request: IncomingMessage): Caller | null => callers.get(request) ?? null;

/** The caller of a route that needs a token. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<IncomingMessage>());
  // Only open routes allow callers without a token.
  if (!caller) throw envelopeErrors.INTERNAL({ cause: new Error('A route without a token asked for its caller') });
  return caller;
});

/** The caller of a public route, or null without a token. */
export const OptionalCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null => callers.get(context.switchToHttp().getRequest<IncomingMessage>()) ?? null,
);
