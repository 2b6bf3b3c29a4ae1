import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedSecret {
  masterKeyId: string;
  /** 12 bytes nonce, 16 bytes tag, then the ciphertext. */
  sealed: Buffer;
}

/** Seals with AES-256-GCM under the ring's current key. `owner` is bound in: what was sealed for one supplier opens for no other. */
export function sealSecret(secret: string, owner: string, ring: KeyRing): SealedSecret {
  const { keyId, secret: masterKey } = ring.current;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return { masterKeyId: keyId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]) };
}

/** Null when GATEWAY_MASTER_KEYS lacks the master key, or anything of the secret was changed. */
export function openSecret({ masterKeyId, sealed }: SealedSecret, owner: string, ring: KeyRing): string | null {
  const masterKey = ring.find(masterKeyId);
  if (!masterKey) return null;
  const decipher = createDecipheriv('aes-256-gcm', masterKey, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
