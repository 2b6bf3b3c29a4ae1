import type { IsCovered } from './unpack-fonts';

/** Shows nothing, or reorders what is around it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const HAN = /\p{Script=Han}/u;

/**
 * A text of a person on one line, with no tower of marks above a letter. Symbols that our fonts lack are left out. With
 * letters that they lack, it is `instead`, because a name without some of its letters would be another name.
 */
export function drawable(text: string, isCovered: IsCovered, instead: string): string {
  const clean = text.normalize('NFC').replace(/\s+/gu, ' ').replace(INVISIBLE, '').replace(STACKED_MARKS, '$1');
  const letters = Array.from(clean);
  const has = (letter: string) => isCovered(letter.codePointAt(0) ?? 0);
  if (letters.some((letter) => LETTER.test(letter) && !has(letter))) return instead;
  return letters.filter(has).join('').replace(/ +/g, ' ').trim() || instead;
}

export const hasHan = (text: string) => HAN.test(text);

/** How wide a text is, in letters. A Han character counts as two. */
export function widthInLetters(text: string): number {
  return Array.from(text).reduce((width, letter) => width + (hasHan(letter) ? 2 : 1), 0);
}

/** Cuts a text that is wider, and says so with an ellipsis. */
export function clipped(text: string, letters: number): string {
  if (widthInLetters(text) <= letters) return text;
  let left = letters - 1;
  const kept: string[] = [];
  for (const letter of text) {
    left -= hasHan(letter) ? 2 : 1;
    if (left < 0) break;
    kept.push(letter);
  }
  return `${kept.join('').trimEnd()}…`;
}

/** What stands for letters that our fonts lack. */
const MISSING = '□';

/**
 * A longer text of a person, with its line ends. Symbols that our fonts lack are left out, and for each word with other
 * letters that they lack stands one sign.
 */
export function legible(text: string, isCovered: IsCovered): string {
  const has = (letter: string) => isCovered(letter.codePointAt(0) ?? 0);
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) =>
      line
        .replace(/\t/g, '    ')
        .replace(INVISIBLE, '')
        .replace(STACKED_MARKS, '$1')
        .replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => (Array.from(word).every(has) ? word : knownOf(word, has)))
        .replace(/[^\p{L}\p{M}\p{N}]/gu, (sign) => (has(sign) ? sign : /\s/u.test(sign) ? ' ' : '')),
    )
    .join('\n');
}

/** Han characters are words of their own. */
const knownOf = (word: string, has: (letter: string) => boolean) =>
  hasHan(word) ? Array.from(word, (letter) => (has(letter) ? letter : MISSING)).join('') : MISSING;
