import { hkdfSync } from 'node:crypto';
import { seal, unseal } from '@shipyard/platform';

/** What a stored answer is sealed with. Neither is stored, so that whoever reads the database cannot open it. */
export interface SealingSecrets {
  /** The token, or what stands for it, that the request came with. */
  credential: string;
  idempotencyKey: string;
}

/** Sealed under a key of both secrets, which no other answer has. */
export function sealAnswer(answer: string, secrets: SealingSecrets): Buffer {
  return seal(answer, keyOf(secrets), '');
}

/** Null when it was sealed with other secrets, or anything of it was changed. */
export function openAnswer(sealed: Buffer, secrets: SealingSecrets): string | null {
  return unseal(sealed, keyOf(secrets), '')?.toString() ?? null;
}

function keyOf({ credential, idempotencyKey }: SealingSecrets): Buffer {
  return Buffer.from(hkdfSync('sha256', credential, idempotencyKey, 'idempotent answer', 32));
}
