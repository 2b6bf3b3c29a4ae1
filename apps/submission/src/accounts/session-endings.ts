import { type EntityManager, Not } from 'typeorm';
import type { Caller } from './caller.view';
import { AccountSession } from './account-session.entity';

export async function endOtherSessions(manager: EntityManager, { accountId, sessionId }: Caller): Promise<void> {
  await manager.delete(AccountSession, { accountId, ...(sessionId !== null && { id: Not(sessionId) }) });
}
