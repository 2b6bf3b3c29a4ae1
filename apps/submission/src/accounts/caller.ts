import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import type { Locale, Role, StaffRole } from './account.entity';
import type { Scope } from './scopes';

export interface Caller {
  credentialId: string;
  sessionId: string | null;
  accountId: string;
  handle: string;
  /** Null if the credential acts for the account and shows no pages. */
  locale: Locale | null;
  roles: Role[];
  /** Null: the credential may do everything that the account may. */
  scopes: readonly Scope[] | null;
  /** The account's roles that the credential may use only with a second factor. */
  withheldRoles: StaffRole[];
  /** The account's roles that are too new for addresses and reset links. */
  waitingRoles: StaffRole[];
  hasSecondFactor: boolean;
  hasFreshSecondFactor: boolean;
  /** The User-Agent of the request, as the sender wrote it. */
  agent?: string;
}

export const hasRole = (caller: { roles: readonly Role[] } | null, roles: readonly StaffRole[]) =>
  caller?.roles.some((role) => role !== 'participant' && (roles.length === 0 || roles.includes(role))) ?? false;

export const isStaff = (caller: { roles: readonly Role[] } | null) => hasRole(caller, []);

/** Also one whose roles wait for a second factor, which the console then asks for. */
export const worksAsStaff = (caller: Pick<Caller, 'roles' | 'withheldRoles'> | null) =>
  isStaff(caller) || (caller?.withheldRoles.length ?? 0) > 0;

declare module 'http' {
  interface IncomingMessage {
    /** Who sent the request. A guard sets it. */
    caller?: Caller;
  }
}

/**
 * Lets the holder of another credential act for an account, without any role: its quotas and Idempotency-Keys count for
 * that account.
 */
export function actForAccount(
  request: IncomingMessage,
  holder: Pick<Caller, 'credentialId' | 'accountId' | 'handle'>,
): void {
  request.caller = {
    ...holder,
    locale: null,
    sessionId: null,
    roles: [],
    scopes: null,
    withheldRoles: [],
    waitingRoles: [],
    hasSecondFactor: false,
    hasFreshSecondFactor: false,
  };
}

export const callerOf = (request: IncomingMessage): Caller | null => request.caller ?? null;

export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<IncomingMessage>();
  if (!caller) throw envelopeErrors.INTERNAL({ cause: new Error('A route without a token asked for its caller') });
  return caller;
});

export const OptionalCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller | null =>
  callerOf(context.switchToHttp().getRequest<IncomingMessage>()),
);
