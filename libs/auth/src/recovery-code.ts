import { hash, randomInt } from 'node:crypto';

const COUNT = 10;
/** Without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;
const FORM = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`);

/** Ten new codes of 80 random bits each: `XXXX-XXXX-XXXX-XXXX`. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/**
 * SHA-256 of a recovery code: what is stored and looked up. The code has 80 random bits, so no salt or slow hash is needed.
 * Null for a text that cannot be one. Case, spaces and hyphens do not matter, and letters count as the digits that they are misread for.
 */
export function hashRecoveryCode(text: string): Buffer | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  return FORM.test(code) ? hash('sha256', code, 'buffer') : null;
}
