import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform';

/** The claims of a signed URL. */
export interface SignedFile {
  fileId: string;
  extension: string;
  /** Unix seconds. */
  expires: string;
}

/** Returns `<key id>.<HMAC-SHA256 over id, extension and expiry>` with the ring's current key. */
export function signFile(file: SignedFile, ring: KeyRing): string {
  const { keyId, secret } = ring.current;
  return `${keyId}.${digest(file, secret).toString('base64url')}`;
}

/** Returns whether a key of the ring signed exactly these claims. Compares in constant time. */
export function isSigned(file: SignedFile, signature: string, ring: KeyRing): boolean {
  const at = signature.lastIndexOf('.');
  const secret = ring.find(signature.slice(0, Math.max(at, 0)));
  if (!secret) return false;
  const expected = Buffer.from(digest(file, secret).toString('base64url'));
  const sent = Buffer.from(signature.slice(at + 1));
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function digest({ fileId, extension, expires }: SignedFile, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${fileId}\n${extension}\n${expires}`).digest();
}
