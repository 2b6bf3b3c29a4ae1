import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';

/** `<key id>.<HMAC-SHA256 of the session's id>`, so nothing is stored. */
export function csrfTokenOf(sessionId: string, keys: KeyRing): string {
  const { keyId, secret } = keys.current;
  return `${keyId}.${sign(sessionId, secret)}`;
}

export function isCsrfToken(token: string | undefined, sessionId: string, keys: KeyRing): boolean {
  const [keyId, signature] = token?.split('.', 2) ?? [];
  const secret = keyId === undefined ? undefined : keys.find(keyId);
  if (secret === undefined || signature === undefined) return false;
  const [sent, right] = [Buffer.from(signature), Buffer.from(sign(sessionId, secret))];
  return sent.length === right.length && timingSafeEqual(sent, right);
}

const sign = (sessionId: string, secret: Buffer) =>
  createHmac('sha256', secret).update(`csrf ${sessionId}`).digest('base64url');
