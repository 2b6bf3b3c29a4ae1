import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform';

/** What an address of a file says: which one, and until when. */
export interface SignedFile {
  fileId: string;
  extension: string;
  /** Unix seconds. */
  expires: string;
}

/** `<key id>.<HMAC-SHA256 over id, extension and expiry>`, by the ring's current key. */
export function signFile(file: SignedFile, ring: KeyRing): string {
  const { keyId, secret } = ring.current;
  return `${keyId}.${digest(file, secret).toString('base64url')}`;
}

/** Whether a key of the ring signed exactly this. Compares in constant time. */
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
