import { crc32 } from 'node:zlib';

export type TokenPrefix =
  | 'pst_'
  | 'gwk_'
  | 'gwa_'
  | 'ivc_'
  | 'ivs_'
  | 'prt_'
  | 'pgt_'
  | 'prf_'
  | 'poc_'
  | 'pdc_'
  | 'upl_';

export const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const TOKEN_RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

/** Checks prefix, length, alphabet and checksum. Other values can be refused without a look-up. */
export function isWellFormedToken(prefix: TokenPrefix, value: string): boolean {
  const body = value.slice(0, -CHECKSUM_LENGTH);
  return (
    value.length === prefix.length + TOKEN_RANDOM_LENGTH + CHECKSUM_LENGTH &&
    value.startsWith(prefix) &&
    /^[0-9A-Za-z]+$/.test(value.slice(prefix.length)) &&
    value.endsWith(tokenChecksum(body))
  );
}

export function tokenChecksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  while (rest > 0) {
    digits = TOKEN_ALPHABET.charAt(rest % TOKEN_ALPHABET.length) + digits;
    rest = Math.floor(rest / TOKEN_ALPHABET.length);
  }
  return digits.padStart(CHECKSUM_LENGTH, '0');
}
