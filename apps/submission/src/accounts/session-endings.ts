import { type EntityManager, Not } from 'typeorm';
import type { Caller } from './caller.view';
import { Session } from './session.entity';

/** Ends all sessions of an account except the caller's own. A caller with a token has none. */
export async function endOtherSessions(manager: EntityManager, { accountId, sessionId }: Caller): Promise<void> {
  await manager.delete(Session, { accountId, ...(sessionId !== null && { id: Not(sessionId) }) });
}
