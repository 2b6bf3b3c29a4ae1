// Control characters, line and paragraph separators, and lone surrogates.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

export interface LineLimits {
  min: number;
  max: number;
}

/** The maximum of UTF-16 units per character: four if it is decomposed, two if it is composed. */
const UNITS_APART = 4;
const UNITS_TOGETHER = 2;

/** Returns NFC. Leaves a text that is surely too long, because normalizing a run of marks takes quadratic time. */
export function normaliseLine(value: string, max: number): string {
  return value.length > UNITS_APART * max ? value : value.normalize('NFC');
}

export const isLongerThan = (value: string, max: number) =>
  value.length > UNITS_TOGETHER * max || Array.from(value).length > max;

export const lineSchema = ({ min, max }: LineLimits) => ({ type: 'string', minLength: min, maxLength: max });

export function lineProblem(value: unknown, { min, max }: LineLimits): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const length = `must have ${min} to ${max} characters`;
  if (value.length > UNITS_TOGETHER * max) return length;
  if (UNPRINTABLE.test(value)) return 'must not contain control characters';
  if (min > 0 && value.trim() === '') return 'must not be empty';
  return isLongerThan(value, max) || Array.from(value).length < min ? length : null;
}
