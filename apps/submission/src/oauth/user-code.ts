import { randomInt } from 'node:crypto';

/** Without vowels, so that no code is a word, and without Y, which some read as one. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** Such as `BCDF-GHJK`. Each is one of 25.6 billion. */
export function mintUserCode(): string {
  return withHyphen(Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''));
}

/** Reads what a person typed: small letters, spaces and other hyphens are fine. Null if it cannot be a code. */
export function readUserCode(typed: string): string | null {
  if (typed.length > 4 * LENGTH) return null;
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '');
  const isCode = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter));
  return isCode ? withHyphen(letters) : null;
}

const withHyphen = (letters: string) => `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
