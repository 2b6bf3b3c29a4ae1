import { isSignatureOf, signatureOf } from '@shipyard/auth';
import { uuidv7 } from '@shipyard/platform/ids';
import type { KeyRing } from '@shipyard/platform/sealing';

/**
 * `<account id>.<signature>`: the id of the account that a form to join will have. The primary key makes a form that is
 * sent twice join once, and nothing is stored. The signature keeps others from naming the id of an account.
 */
export function newJoinFormKey(keys: KeyRing): string {
  const accountId = uuidv7();
  return `${accountId}.${signatureOf(signed(accountId), keys)}`;
}

/** Null for a key that is not ours. */
export function accountIdIn(formKey: string, keys: KeyRing): string | null {
  const end = formKey.indexOf('.');
  const accountId = formKey.slice(0, Math.max(end, 0));
  return isSignatureOf(signed(accountId), formKey.slice(end + 1), keys) ? accountId : null;
}

const signed = (accountId: string) => `join ${accountId}`;
