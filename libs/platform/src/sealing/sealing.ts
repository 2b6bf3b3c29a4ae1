import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns nonce, tag and ciphertext. `boundTo` names the owner of the data: it is not stored, and needed to unseal. */
export function seal(plain: string | Buffer, key: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(boundTo));
  const ciphertext = Buffer.concat([
    cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Returns null for another key, another `boundTo`, or modified data. */
export function unseal(sealed: Buffer, key: Buffer, boundTo: string): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

export interface SealedByRing {
  masterKeyId: string;
  sealed: Buffer;
}

export function sealByRing(plain: string | Buffer, boundTo: string, ring: KeyRing): SealedByRing {
  const { keyId, secret } = ring.current;
  return { masterKeyId: keyId, sealed: seal(plain, secret, boundTo) };
}

/** Also returns null if the ring lacks the key. */
export function unsealByRing({ masterKeyId, sealed }: SealedByRing, boundTo: string, ring: KeyRing): Buffer | null {
  const key = ring.find(masterKeyId);
  return key ? unseal(sealed, key, boundTo) : null;
}
