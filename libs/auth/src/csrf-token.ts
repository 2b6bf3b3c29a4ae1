import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform';

/**
 * `<key id>.<HMAC-SHA256 of the session's id>`: what a page that holds the session's cookie sends with each write, and another site cannot know.
 * It follows from the session, so nothing is stored, and a page can be given it again.
 */
export function csrfTokenOf(sessionId: string, keys: KeyRing): string {
  const { keyId, secret } = keys.current;
  return `${keyId}.${sign(sessionId, secret)}`;
}

/** Whether a token belongs to this session, by the key that it was made with. */
export function isCsrfToken(token: string | undefined, sessionId: string, keys: KeyRing): boolean {
  const [keyId, signature] = token?.split('.', 2) ?? [];
  const secret = keyId === undefined ? undefined : keys.find(keyId);
  if (secret === undefined || signature === undefined) return false;
  const [sent, right] = [Buffer.from(signature), Buffer.from(sign(sessionId, secret))];
  return sent.length === right.length && timingSafeEqual(sent, right);
}

const sign = (sessionId: string, secret: Buffer) => createHmac('sha256', secret).update(`csrf ${sessionId}`).digest('base64url');
