import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { STAFF_SESSION } from '@shipyard/auth';
import type { Actor } from '../changes/changes.service';
import type { AdminKey, AdminRole } from './admin-key.entity';
import type { ConsoleSession } from './console-session.entity';
import type { ConsoleUser } from './console-user.entity';

export interface Operator extends Actor {
  role: AdminRole;
  sessionId: string | null;
  /** The step that is missing before the role can be used. An admin key has no second factor. */
  lacks: 'set_up' | 'required' | null;
}

const operators = new WeakMap<IncomingMessage, Operator>();

export function setOperator(request: IncomingMessage, operator: Operator): void {
  operators.set(request, operator);
}

export const operatorOf = (request: IncomingMessage): Operator | null => operators.get(request) ?? null;

export const CalledBy = createParamDecorator((_: unknown, context: ExecutionContext): Operator => {
  const operator = operators.get(context.switchToHttp().getRequest<IncomingMessage>());
  if (!operator) throw new Error('A route without an OperatorGuard has no operator');
  return operator;
});

export interface AdminKeyView {
  id: string;
  name: string;
  prefix: 'gwa_';
  last4: string;
  role: AdminRole;
  revoked_at: string | null;
  created_at: string;
}

export function toAdminKeyView({ id, name, last4, role, revokedAt, createdAt }: AdminKey): AdminKeyView {
  return {
    id,
    name,
    prefix: 'gwa_',
    last4,
    role,
    revoked_at: revokedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}

export interface ConsoleUserView {
  id: string;
  email: string;
  role: AdminRole;
  created_at: string;
}

export function toConsoleUserView({ id, email, role, createdAt }: ConsoleUser): ConsoleUserView {
  return { id, email, role, created_at: createdAt.toISOString() };
}

export interface ConsoleSessionView {
  id: string;
  current: boolean;
  created_at: string;
  /** Up to a minute late. */
  last_seen_at: string;
  /** When it ends if it is not used again. */
  expires_at: string;
  second_factor_at: string | null;
}

export function toConsoleSessionView(session: ConsoleSession, currentId: string | null): ConsoleSessionView {
  const idleUntil = new Date(session.lastSeenAt.getTime() + STAFF_SESSION.idleMinutes * 60_000);
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    expires_at: (idleUntil < session.expiresAt ? idleUntil : session.expiresAt).toISOString(),
    second_factor_at: session.secondFactorAt?.toISOString() ?? null,
  };
}
