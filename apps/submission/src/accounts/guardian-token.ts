import { deriveToken } from '@shipyard/auth';
import type { KeyRing } from '@shipyard/platform/sealing';

export interface GuardianLink {
  linkId: string;
  keyId: string;
}

/**
 * Derives the token of a link from its id, so that nothing stores it and each mail can hold it. Returns null if the ring
 * has lost the key.
 */
export function guardianToken({ linkId, keyId }: GuardianLink, keys: KeyRing): string | null {
  const secret = keys.find(keyId);
  return secret ? deriveToken('pgt_', secret, `guardian ${linkId}`) : null;
}
