import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import type { Role } from './account.entity';

/** Who holds the token or the session of a request. */
export interface Caller {
  /** Of the token or the session that the request came with. */
  credentialId: string;
  /** Null where it came with a token. */
  sessionId: string | null;
  accountId: string;
  handle: string;
  /** Those that the credential may use. */
  roles: Role[];
  /** Those that the account has and that the credential may not use without a second factor. */
  withheldRoles: StaffRole[];
  /** The account has a second factor. */
  hasSecondFactor: boolean;
  /** The session has shown it within the last 15 minutes. */
  hasFreshSecondFactor: boolean;
}

export type StaffRole = Exclude<Role, 'participant'>;

/** Whether the caller has one of these roles; none named: any of the staff. */
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
  // Only a route that is open to callers without a token gets here without one.
  if (!caller) throw envelopeErrors.INTERNAL({ cause: new Error('A route without a token asked for its caller') });
  return caller;
});

/** The caller of a public route, or null where no token was sent. */
export const OptionalCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null => callers.get(context.switchToHttp().getRequest<IncomingMessage>()) ?? null,
);
