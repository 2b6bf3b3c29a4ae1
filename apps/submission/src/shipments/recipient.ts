import { randomBytes } from 'node:crypto';
import { type KeyRing, seal, sealByRing, unseal, unsealByRing } from '@shipyard/platform/sealing';

/** The recipient of a prize. This is personal data: it leaves this file encrypted, or readable for fulfilment only. */
export interface Recipient {
  name: string;
  phone: string;
  address: string;
  guardianConfirmed: boolean;
}

/** The recipient under its own data key, and the data key under a master key. Both are bound to the project. */
export interface SealedRecipient {
  masterKeyId: string;
  wrappedKey: Buffer;
  recipient: Buffer;
}

const DATA_KEY_BYTES = 32;
/** Recipients are padded to a multiple of this, so that the stored length hides their size. */
const BLOCK_BYTES = 2_048;

const keyOf = (projectId: string) => `shipment ${projectId} data key`;
const recipientOf = (projectId: string) => `shipment ${projectId} recipient`;

export function sealRecipient(recipient: Recipient, projectId: string, ring: KeyRing): SealedRecipient {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const { masterKeyId, sealed } = sealByRing(dataKey, keyOf(projectId), ring);
  return {
    masterKeyId,
    wrappedKey: sealed,
    recipient: seal(padded(JSON.stringify(recipient)), dataKey, recipientOf(projectId)),
  };
}

export function openRecipient(
  { masterKeyId, wrappedKey, recipient }: SealedRecipient,
  projectId: string,
  ring: KeyRing,
): Recipient | null {
  const dataKey = unsealByRing({ masterKeyId, sealed: wrappedKey }, keyOf(projectId), ring);
  const plain = dataKey && unseal(recipient, dataKey, recipientOf(projectId));
  // Authenticated encryption guarantees that the content comes from the function above.
  return plain && (JSON.parse(plain.toString()) as Recipient);
}

/** Null if the data key cannot be opened. The recipient's ciphertext does not change. */
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

/** Pads with spaces, which JSON.parse ignores at the end. */
function padded(json: string): Buffer {
  const bytes = Buffer.from(json);
  return Buffer.concat([bytes, Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES, ' ')]);
}
