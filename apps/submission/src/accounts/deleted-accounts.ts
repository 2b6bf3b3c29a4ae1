import type { EntityManager } from 'typeorm';

export async function isAccountDeleted(manager: EntityManager, accountId: string): Promise<boolean> {
  const deleted = await manager.query<unknown[]>('SELECT FROM accounts WHERE id = $1 AND deleted_at IS NOT NULL', [
    accountId,
  ]);
  return deleted.length > 0;
}
