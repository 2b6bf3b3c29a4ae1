/** Rules for short texts: names, taglines, titles, tags. */

// Control characters, line and paragraph separators, and halves of surrogate pairs, which are no characters at all.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

export interface LineLimits {
  /** In Unicode code points, after normalisation. */
  min: number;
  max: number;
}

/** No character has more than so many UTF-16 units once it is taken apart, and none more than two once it is put together. */
const UNITS_APART = 4;
const UNITS_TOGETHER = 2;

/** In NFC. What cannot have `max` characters, whatever it comes to, stays as it is: normalising takes the square of a run of marks. */
export function normaliseLine(value: string, max: number): string {
  return value.length > UNITS_APART * max ? value : value.normalize('NFC');
}

/** Whether a text has more code points than `max`. Long ones are not counted. */
export const isLongerThan = (value: string, max: number) => value.length > UNITS_TOGETHER * max || Array.from(value).length > max;

/** The same limits in JSON Schema's words, which counts code points too. */
export const lineSchema = ({ min, max }: LineLimits) => ({ type: 'string', minLength: min, maxLength: max });

/** Why a normalised line is not acceptable, in words that follow its name; null when it is. */
export function lineProblem(value: unknown, { min, max }: LineLimits): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const length = `must have ${min} to ${max} characters`;
  if (value.length > UNITS_TOGETHER * max) return length;
  if (UNPRINTABLE.test(value)) return 'must not hold control characters';
  if (min > 0 && value.trim() === '') return 'must not be empty';
  return isLongerThan(value, max) || Array.from(value).length < min ? length : null;
}
