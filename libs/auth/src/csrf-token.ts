import type { KeyRing } from '@shipyard/platform/sealing';
import { isSignatureOf, signatureOf } from './keyed-signature';

/** A signature of the session's id, so nothing is stored. */
export const csrfTokenOf = (sessionId: string, keys: KeyRing): string => signatureOf(`csrf ${sessionId}`, keys);

export const isCsrfToken = (token: string | undefined, sessionId: string, keys: KeyRing): boolean =>
  isSignatureOf(`csrf ${sessionId}`, token, keys);
