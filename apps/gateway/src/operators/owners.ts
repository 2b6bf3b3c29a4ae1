import type { EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';

/** Locks all owners, so that two owners cannot remove each other at once. Throws CONFLICT for the last owner. */
export async function assertNotLastOwner(manager: EntityManager, ownerId: string): Promise<void> {
  const keys = await manager.query<{ id: string }[]>(
    `SELECT id FROM admin_keys WHERE role = 'owner' AND revoked_at IS NULL ORDER BY id FOR UPDATE`,
  );
  const users = await manager.query<{ id: string }[]>(
    `SELECT id FROM console_users WHERE role = 'owner' ORDER BY id FOR UPDATE`,
  );
  const owners = [...keys, ...users];
  if (owners.length === 1 && owners[0]?.id === ownerId) {
    throw changeErrors.CONFLICT({
      message: 'This is the last owner, and only an owner can create another. Create one first.',
    });
  }
}
