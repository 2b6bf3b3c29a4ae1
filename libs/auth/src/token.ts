import { createHmac, hash, randomInt } from 'node:crypto';
import { TOKEN_ALPHABET, TOKEN_RANDOM_LENGTH, tokenChecksum, type TokenPrefix } from '@shipyard/contracts';

export function mintToken(prefix: TokenPrefix): string {
  const random = Array.from(
    { length: TOKEN_RANDOM_LENGTH },
    () => TOKEN_ALPHABET[randomInt(TOKEN_ALPHABET.length)],
  ).join('');
  return prefix + random + tokenChecksum(prefix + random);
}

/** Returns the same token for the same secret and subject, so that it can be sent again without being stored. */
export function deriveToken(prefix: TokenPrefix, secret: Buffer, subject: string): string {
  // 512 bits for 32 characters leave no measurable bias.
  let rest = BigInt(`0x${createHmac('sha512', secret).update(`${prefix} ${subject}`).digest('hex')}`);
  const base = BigInt(TOKEN_ALPHABET.length);
  let random = '';
  while (random.length < TOKEN_RANDOM_LENGTH) {
    random += TOKEN_ALPHABET.charAt(Number(rest % base));
    rest /= base;
  }
  return prefix + random + tokenChecksum(prefix + random);
}

/** SHA-256. With 190 random bits it needs no salt or slow hash. */
export function hashToken(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}
