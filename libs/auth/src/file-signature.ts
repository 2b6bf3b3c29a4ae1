import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';

export interface SignedFile {
  fileId: string;
  extension: string;
  expires: string;
}

export function signFile(file: SignedFile, ring: KeyRing): string {
  const { keyId, secret } = ring.current;
  return `${keyId}.${digest(file, secret).toString('base64url')}`;
}

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
