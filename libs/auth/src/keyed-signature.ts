import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';

/** `<key id>.<HMAC-SHA256>`. The text begins with the word for its purpose, so that no signature serves two. */
export function signatureOf(text: string, keys: KeyRing): string {
  const { keyId, secret } = keys.current;
  return `${keyId}.${sign(text, secret)}`;
}

export function isSignatureOf(text: string, sent: string | undefined, keys: KeyRing): boolean {
  const [keyId, signature] = sent?.split('.', 2) ?? [];
  const secret = keyId === undefined ? undefined : keys.find(keyId);
  if (secret === undefined || signature === undefined) return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(sign(text, secret))];
  return given.length === right.length && timingSafeEqual(given, right);
}

const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(text).digest('base64url');
