import { randomBytes } from 'node:crypto';
import { type KeyRing, seal, sealByRing, unseal, unsealByRing } from '@shipyard/platform';

/** Where a prize goes: personal data, which leaves this file sealed and no other way but to fulfilment. */
export interface Recipient {
  name: string;
  phone: string;
  address: string;
  guardianConfirmed: boolean;
}

/** As it is kept: the recipient under a data key of its own, the data key under a master key, both bound to the project. */
export interface SealedRecipient {
  masterKeyId: string;
  wrappedKey: Buffer;
  recipient: Buffer;
}

const DATA_KEY_BYTES = 32;
/** All are padded to a multiple of this, so that the length of what is kept tells nothing but how large the largest are. */
const BLOCK_BYTES = 2_048;

const keyOf = (projectId: string) => `shipment ${projectId} data key`;
const recipientOf = (projectId: string) => `shipment ${projectId} recipient`;

export function sealRecipient(recipient: Recipient, projectId: string, ring: KeyRing): SealedRecipient {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const { masterKeyId, sealed } = sealByRing(dataKey, keyOf(projectId), ring);
  return { masterKeyId, wrappedKey: sealed, recipient: seal(padded(JSON.stringify(recipient)), dataKey, recipientOf(projectId)) };
}

/** Null when the ring lacks the master key, or anything was changed or belongs to another project. */
export function openRecipient({ masterKeyId, wrappedKey, recipient }: SealedRecipient, projectId: string, ring: KeyRing): Recipient | null {
  const dataKey = unsealByRing({ masterKeyId, sealed: wrappedKey }, keyOf(projectId), ring);
  const plain = dataKey && unseal(recipient, dataKey, recipientOf(projectId));
  // What opens is what was sealed above: nobody else has the key.
  return plain && (JSON.parse(plain.toString()) as Recipient);
}

/** The same data key under the ring's current master key; null when it cannot be opened. What it seals stays as it is. */
export function rewrapKey(
  { masterKeyId, wrappedKey }: Omit<SealedRecipient, 'recipient'>,
  projectId: string,
  ring: KeyRing,
): Omit<SealedRecipient, 'recipient'> | null {
  const dataKey = unsealByRing({ masterKeyId, sealed: wrappedKey }, keyOf(projectId), ring);
  if (!dataKey) return null;
  const wrapped = sealByRing(dataKey, keyOf(projectId), ring);
  return { masterKeyId: wrapped.masterKeyId, wrappedKey: wrapped.sealed };
}

/** With spaces, which mean nothing at the end of JSON. */
function padded(json: string): Buffer {
  const bytes = Buffer.from(json);
  return Buffer.concat([bytes, Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES, ' ')]);
}
