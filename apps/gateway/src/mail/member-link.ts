import { isSignatureOf, signatureOf } from '@shipyard/auth';
import type { KeyRing } from '@shipyard/platform/sealing';

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{43})$/;
const signed = (linkId: string) => `member link\n${linkId}`;

/** A link has no secret of its own, so no row holds one. */
export const memberLinkToken = (linkId: string, keys: KeyRing): string =>
  `${linkId}.${signatureOf(signed(linkId), keys)}`;

/** Returns the id of the link, or null if the token is not one of ours. */
export function readMemberLink(token: string, keys: KeyRing): string | null {
  const [, linkId, signature] = TOKEN.exec(token) ?? [];
  return linkId !== undefined && isSignatureOf(signed(linkId), signature, keys) ? linkId : null;
}
