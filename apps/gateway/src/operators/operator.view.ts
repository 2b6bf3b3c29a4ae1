import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '../changes/changes.service';
import type { AdminKey, AdminRole } from './admin-key.entity';
import type { ConsoleUser } from './console-user.entity';

/** Who makes a call of /admin. */
export interface Operator extends Actor {
  role: AdminRole;
  /** Null where it came with an admin key. */
  sessionId: string | null;
}

const operators = new WeakMap<IncomingMessage, Operator>();

export function setOperator(request: IncomingMessage, operator: Operator): void {
  operators.set(request, operator);
}

export const operatorOf = (request: IncomingMessage): Operator | null => operators.get(request) ?? null;

/** Injects the Operator into a handler behind an OperatorGuard. */
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
  return { id, name, prefix: 'gwa_', last4, role, revoked_at: revokedAt?.toISOString() ?? null, created_at: createdAt.toISOString() };
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
