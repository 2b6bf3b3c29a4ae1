import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@shipyard/platform/sealing';
import { type Mailbox, MAILBOXES } from '../accounts';

/** Lets the reader of one mailbox decide about one change of an email, and nothing else. */
export interface ChangeLink {
  changeId: string;
  mailbox: Mailbox;
}

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(old|new)\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** `<change id>.<mailbox>.<key id>.<HMAC-SHA256>`. The row says when it expires. */
export function signChangeLink(link: ChangeLink, ring: KeyRing): string {
  const { keyId, secret } = ring.current;
  return `${link.changeId}.${link.mailbox}.${keyId}.${digest(link, secret)}`;
}

/** Null unless we signed the token. */
export function readChangeLink(token: string, ring: KeyRing): ChangeLink | null {
  const [, changeId, sentMailbox, keyId, signature] = TOKEN.exec(token) ?? [];
  const mailbox = MAILBOXES.find((known) => known === sentMailbox);
  const secret = keyId === undefined ? undefined : ring.find(keyId);
  if (changeId === undefined || mailbox === undefined || secret === undefined || signature === undefined) return null;
  const link = { changeId, mailbox };
  return timingSafeEqual(Buffer.from(signature), Buffer.from(digest(link, secret))) ? link : null;
}

const digest = ({ changeId, mailbox }: ChangeLink, secret: Buffer) =>
  createHmac('sha256', secret).update(`change email\n${changeId}\n${mailbox}`).digest('base64url');
