import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';

/** Confirms this email of this account, and nothing else. */
export interface Confirmation {
  accountId: string;
  email: string;
  expiresAt: Date;
}

export interface SentConfirmation {
  accountId: string;
  expiresAt: Date;
  keyId: string;
  signature: string;
}

const TOKEN =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,11})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** `<account id>.<Unix time of the expiry>.<key id>.<HMAC-SHA256>`. It does not contain the email. */
export function signConfirmation(confirmation: Confirmation, ring: KeyRing): string {
  const { keyId, secret } = ring.current;
  return `${confirmation.accountId}.${secondsOf(confirmation)}.${keyId}.${digest(confirmation, secret)}`;
}

/** The parts of a token that may be ours. Its signature can be checked only with the email of the account. */
export function readConfirmation(token: string): SentConfirmation | null {
  const [, accountId, seconds, keyId, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || seconds === undefined || keyId === undefined || signature === undefined) return null;
  return { accountId, expiresAt: new Date(Number(seconds) * 1_000), keyId, signature };
}

export function isSignedFor(email: string, { keyId, signature, ...sent }: SentConfirmation, ring: KeyRing): boolean {
  const secret = ring.find(keyId);
  return (
    secret !== undefined && timingSafeEqual(Buffer.from(signature), Buffer.from(digest({ ...sent, email }, secret)))
  );
}

const secondsOf = ({ expiresAt }: Pick<Confirmation, 'expiresAt'>) => Math.floor(expiresAt.getTime() / 1_000);

const digest = ({ accountId, email, expiresAt }: Confirmation, secret: Buffer) =>
  createHmac('sha256', secret)
    .update(`confirm email\n${accountId}\n${secondsOf({ expiresAt })}\n${email}`)
    .digest('base64url');
