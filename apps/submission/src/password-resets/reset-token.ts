import { deriveToken } from '@shipyard/auth';
import type { KeyRing } from '@shipyard/platform/sealing';

export interface MailedReset {
  id: string;
  keyId: string;
}

/**
 * Derives the token of a mail from the id of its reset, so that nothing stores it and a mail that is sent again has the
 * same one. Returns null if the ring has lost the key.
 */
export function mailedToken({ id, keyId }: MailedReset, keys: KeyRing): string | null {
  const secret = keys.find(keyId);
  return secret ? deriveToken('prt_', secret, `password reset ${id}`) : null;
}
