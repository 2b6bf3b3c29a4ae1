import type { EntityManager } from 'typeorm';

/** Until the end of the transaction, nobody else adds or removes a price. An import must find what its plan found. */
export async function lockPrices(manager: EntityManager): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('prices', 0))`);
}
