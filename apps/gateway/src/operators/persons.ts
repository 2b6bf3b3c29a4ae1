import { envelopeErrors } from '@shipyard/http';
import { type EntityManager, Not } from 'typeorm';
import { ConsoleSession } from './console-session.entity';
import type { Operator } from './operator.view';

/** Throws for an admin key, which has neither sessions nor a second factor. */
export function personOf({ kind, id }: Operator): { userId: string } {
  if (kind === 'console_user') return { userId: id };
  throw envelopeErrors.FORBIDDEN({
    message:
      'This call is for console users, because an admin key has no sessions and no second factor. Sign in instead.',
  });
}

export async function endOtherSessions(manager: EntityManager, operator: Operator): Promise<void> {
  await manager.delete(ConsoleSession, {
    ...personOf(operator),
    ...(operator.sessionId !== null && { id: Not(operator.sessionId) }),
  });
}
