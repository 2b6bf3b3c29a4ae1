import type { EntityManager } from 'typeorm';
import { Account } from './account.entity';
import { type AccountView, toAccountView } from './account.view';
import { readGuardian } from './guardian-rows';

/** For a caller, whose account is there. */
export async function readAccountView(manager: EntityManager, accountId: string): Promise<AccountView> {
  const account = await manager.findOneByOrFail(Account, { id: accountId });
  return toAccountView(account, await readGuardian(manager, accountId));
}
