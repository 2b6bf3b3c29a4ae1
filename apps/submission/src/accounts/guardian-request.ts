import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import type { HttpConfig } from '../config';
import { MailOutbox, MailRate } from '../mail';
import { AccountAuditEntry, type GuardianAction } from './account-audit-entry.entity';
import { type AskedGuardian, writeGuardian } from './guardian-rows';

export interface MailedGuardian extends AskedGuardian {
  /** False if the address got too many mails of all accounts together. The guardian is named all the same. */
  isMailed: boolean;
}

/**
 * Names the guardian and mails them their link, in the transaction that has locked the account. Returns null if this
 * account caused too many such mails today.
 */
export async function askGuardian(
  manager: EntityManager,
  { accountId, email }: { accountId: string; email: string },
  { URL_SIGNING_KEYS: keys, DEMO: isDemo }: Pick<HttpConfig, 'URL_SIGNING_KEYS' | 'DEMO'>,
): Promise<MailedGuardian | null> {
  const asked = await writeGuardian(manager, { accountId, email, keys, isDemo });
  if (asked === null) return null;
  await manager.insert(AccountAuditEntry, { accountId, actorId: accountId, action: 'ask_guardian' });
  const isMailed = await MailRate.take(manager, email, { isDemo });
  if (isMailed)
    await MailOutbox.add(manager, {
      accountId,
      kind: 'guardian_asked',
      key: `guardian_asked:${uuidv7()}`,
      data: { link_id: asked.guardian.linkId },
    });
  return { ...asked, isMailed };
}

/** A guardian has no account, so nobody is named. */
export async function recordGuardianDecision(
  manager: EntityManager,
  accountId: string,
  action: GuardianAction,
): Promise<void> {
  await manager.insert(AccountAuditEntry, { accountId, action });
}
