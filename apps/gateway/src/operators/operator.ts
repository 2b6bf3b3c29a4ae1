import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '../changes/changes.service';
import type { AdminRole } from './admin-key.entity';

export interface Operator extends Actor {
  role: AdminRole;
  sessionId: string | null;
  /** The step that is missing before the role can be used. An admin key has no second factor. */
  lacks: 'set_up' | 'required' | null;
  /** False if the second factor was shown too long ago. True without one, and for an admin key. */
  hasFreshSecondFactor: boolean;
}

declare module 'http' {
  interface IncomingMessage {
    /** Who sent a request to `/admin`. OperatorGuard sets it. */
    operator?: Operator;
  }
}

export function operatorOf({ operator }: IncomingMessage): Operator {
  if (!operator) throw new Error('A route without an OperatorGuard has no operator');
  return operator;
}

export const CalledBy = createParamDecorator((_: unknown, context: ExecutionContext) =>
  operatorOf(context.switchToHttp().getRequest<IncomingMessage>()),
);
