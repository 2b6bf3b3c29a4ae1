import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type TokenPrefix = 'pst_' | 'gwk_' | 'gwa_' | 'ivc_' | 'ivs_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

export function mintToken(prefix: TokenPrefix): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
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
