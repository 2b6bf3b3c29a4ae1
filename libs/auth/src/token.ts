import { createHmac, hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type TokenPrefix = 'pst_' | 'gwk_' | 'gwa_' | 'ivc_' | 'ivs_' | 'prt_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

export function mintToken(prefix: TokenPrefix): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return prefix + random + checksum(prefix + random);
}

/** Returns the same token for the same secret and subject, so that it can be sent again without being stored. */
export function deriveToken(prefix: TokenPrefix, secret: Buffer, subject: string): string {
  // 512 bits for 32 characters leave no measurable bias.
  let rest = BigInt(`0x${createHmac('sha512', secret).update(`${prefix} ${subject}`).digest('hex')}`);
  const base = BigInt(ALPHABET.length);
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    random += ALPHABET.charAt(Number(rest % base));
    rest /= base;
  }
  return prefix + random + checksum(prefix + random);
}

/** Checks prefix, length, alphabet and checksum. Other values can be refused without a look-up. */
export function isWellFormedToken(prefix: TokenPrefix, value: string): boolean {
  const body = value.slice(0, -CHECKSUM_LENGTH);
  return (
    value.length === prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH &&
    value.startsWith(prefix) &&
    /^[0-9A-Za-z]+$/.test(value.slice(prefix.length)) &&
    value.endsWith(checksum(body))
  );
}

/** SHA-256. With 190 random bits it needs no salt or slow hash. */
export function hashToken(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  while (rest > 0) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}
