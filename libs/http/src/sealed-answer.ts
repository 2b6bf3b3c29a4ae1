import { hkdfSync } from 'node:crypto';
import { seal, unseal } from '@shipyard/platform/sealing';

export interface SealingSecrets {
  credential: string;
  idempotencyKey: string;
}

export function sealAnswer(answer: string, secrets: SealingSecrets): Buffer {
  return seal(answer, keyOf(secrets), '');
}

export function openAnswer(sealed: Buffer, secrets: SealingSecrets): string | null {
  return unseal(sealed, keyOf(secrets), '')?.toString() ?? null;
}

function keyOf({ credential, idempotencyKey }: SealingSecrets): Buffer {
  return Buffer.from(hkdfSync('sha256', credential, idempotencyKey, 'idempotent answer', 32));
}
