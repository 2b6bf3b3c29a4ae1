import { type EntityManager, Not } from 'typeorm';
import type { Caller } from './caller.view';
import { Session } from './session.entity';

export async function endOtherSessions(manager: EntityManager, { accountId, sessionId }: Caller): Promise<void> {
  await manager.delete(Session, { accountId, ...(sessionId !== null && { id: Not(sessionId) }) });
}
