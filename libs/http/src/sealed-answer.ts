import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a stored answer is sealed with. Neither is stored, so that whoever reads the database cannot open it. */
export interface SealingSecrets {
  /** The token, or what stands for it, that the request came with. */
  credential: string;
  idempotencyKey: string;
}

/** AES-256-GCM under a key of both secrets: 12 bytes nonce, 16 bytes tag, then the ciphertext. */
export function sealAnswer(answer: string, secrets: SealingSecrets): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets), nonce);
  const ciphertext = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Null when it was sealed with other secrets, or anything of it was changed. */
export function openAnswer(sealed: Buffer, secrets: SealingSecrets): string | null {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets), sealed.subarray(0, NONCE_BYTES)).setAuthTag(
    sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
  );
  const answer = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8');
  try {
    return answer + decipher.final('utf8');
  } catch {
    return null;
  }
}

function keyOf({ credential, idempotencyKey }: SealingSecrets): Buffer {
  return Buffer.from(hkdfSync('sha256', credential, idempotencyKey, 'idempotent answer', 32));
}
