import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import type { Role } from './account.entity';

/** Who holds the token of a request. */
export interface Caller {
  accountId: string;
  handle: string;
  roles: Role[];
}

export type StaffRole = Exclude<Role, 'participant'>;

export const isStaff = (caller: Caller | null) => caller?.roles.some((role) => role !== 'participant') ?? false;

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
