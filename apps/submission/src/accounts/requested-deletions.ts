import type { EntityManager } from 'typeorm';

/** Between the request of a guardian and the deletion of the account, so that a mistake can be taken back. */
export const DELETION_DELAY_DAYS = 7;

const IS_DUE = `guardian.deletion_requested_at <= now() - interval '${DELETION_DELAY_DAYS} days'`;

/** Not of staff, whose account an admin ends first. */
export async function findDueDeletions(manager: EntityManager): Promise<string[]> {
  const due = await manager.query<{ id: string }[]>(
    `SELECT account.id FROM guardians guardian JOIN accounts account ON account.id = guardian.account_id
     WHERE ${IS_DUE} AND cardinality(account.roles) = 1 LIMIT 100`,
  );
  return due.map(({ id }) => id);
}

/** Locks the request. False if the guardian took it back meanwhile. */
export async function lockDueDeletion(manager: EntityManager, accountId: string): Promise<boolean> {
  const due = await manager.query<unknown[]>(
    `SELECT FROM guardians guardian WHERE account_id = $1 AND ${IS_DUE} FOR UPDATE`,
    [accountId],
  );
  return due.length > 0;
}
