import { envelopeErrors } from '@shipyard/http';
import { type EntityManager, Not } from 'typeorm';
import { ConsoleSession } from './console-session.entity';
import type { Operator } from './operator.view';

/** The user of the console who calls. Throws for an admin key, which is no person: it has neither sessions nor a second factor. */
export function personOf({ kind, id }: Operator): { userId: string } {
  if (kind === 'console_user') return { userId: id };
  throw envelopeErrors.FORBIDDEN({ message: 'This is for users of the console. An admin key has no sessions and no second factor.' });
}

/** Ends all sessions of the caller but the one that the call came with. */
export async function endOtherSessions(manager: EntityManager, operator: Operator): Promise<void> {
  await manager.delete(ConsoleSession, { ...personOf(operator), ...(operator.sessionId !== null && { id: Not(operator.sessionId) }) });
}
