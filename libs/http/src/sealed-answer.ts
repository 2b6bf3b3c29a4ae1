import { hkdfSync } from 'node:crypto';
import { seal, unseal } from '@shipyard/platform';

/** The secrets that encrypt a stored response. Neither is stored, so the database alone cannot open it. */
export interface SealingSecrets {
  /** The token of the request, or its equivalent. */
  credential: string;
  idempotencyKey: string;
}

/** Encrypts the response with a key from both secrets that is unique to it. */
export function sealAnswer(answer: string, secrets: SealingSecrets): Buffer {
  return seal(answer, keyOf(secrets), '');
}

/** Returns null if the secrets differ or the data was changed. */
export function openAnswer(sealed: Buffer, secrets: SealingSecrets): string | null {
  return unseal(sealed, keyOf(secrets), '')?.toString() ?? null;
}

function keyOf({ credential, idempotencyKey }: SealingSecrets): Buffer {
  return Buffer.from(hkdfSync('sha256', credential, idempotencyKey, 'idempotent answer', 32));
}
