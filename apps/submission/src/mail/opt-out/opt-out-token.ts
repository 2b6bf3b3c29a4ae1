import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** Stops the mail of one account, and nothing else. It never expires, because a mail may be read years later. */
export function signOptOut(accountId: string, ring: KeyRing): string {
  const { keyId, secret } = ring.current;
  return `${accountId}.${keyId}.${digest(accountId, secret)}`;
}

/** Returns the account's id, or null if the token is not one of ours. */
export function readOptOut(token: string, ring: KeyRing): string | null {
  const [, accountId, keyId, signature] = TOKEN.exec(token) ?? [];
  const secret = keyId === undefined ? undefined : ring.find(keyId);
  if (accountId === undefined || signature === undefined || !secret) return null;
  const isOurs = timingSafeEqual(Buffer.from(signature), Buffer.from(digest(accountId, secret)));
  return isOurs ? accountId : null;
}

const digest = (accountId: string, secret: Buffer) =>
  createHmac('sha256', secret).update(`mail opt-out\n${accountId}`).digest('base64url');
