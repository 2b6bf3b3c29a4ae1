import { hash, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;
/** Leaves out I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;
const FORM = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`);

export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** Null for malformed text. 80 random bits need no slow hash. Reads misread letters as digits. */
export function hashRecoveryCode(text: string): Buffer | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  return FORM.test(code) ? hash('sha256', code, 'buffer') : null;
}
