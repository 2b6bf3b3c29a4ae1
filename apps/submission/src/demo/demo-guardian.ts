import { hashToken, mintToken } from '@shipyard/auth';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';

export interface DemoGuardian {
  name: string;
  email: string;
  /** Whether feeds and search engines may show what the child publishes. */
  indexing: boolean;
}

/**
 * A guardian who agreed, also to every parcel, so that the demo can be walked through without a mailbox. Their link has
 * expired: the child can ask for a new one.
 */
export async function ensureDemoGuardian(
  manager: EntityManager,
  accountId: string,
  { name, email, indexing }: DemoGuardian,
): Promise<void> {
  await manager.query(
    `INSERT INTO guardians (account_id, email, link_id, key_id, token_hash, link_expires_at, name, indexing, shipments_agreed_ahead, agreed_at)
     SELECT id, $2, $3, 'demo', $4, now(), $5, $6, true, now() FROM accounts WHERE id = $1 ON CONFLICT (account_id) DO NOTHING`,
    [accountId, email, uuidv7(), hashToken(mintToken('pgt_')), name, indexing],
  );
}
