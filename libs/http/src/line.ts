/** Rules for short texts: names, taglines, titles, tags. */

// Control characters, line and paragraph separators, and halves of surrogate pairs, which are no characters at all.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

export interface LineLimits {
  /** In Unicode code points, after normalisation. */
  min: number;
  max: number;
}

export const normaliseLine = (value: string) => value.normalize('NFC');

/** The same limits in JSON Schema's words, which counts code points too. */
export const lineSchema = ({ min, max }: LineLimits) => ({ type: 'string', minLength: min, maxLength: max });

/** Why a normalised line is not acceptable, in words that follow its name; null when it is. */
export function lineProblem(value: unknown, { min, max }: LineLimits): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (UNPRINTABLE.test(value)) return 'must not hold control characters';
  const length = Array.from(value).length;
  if (min > 0 && value.trim() === '') return 'must not be empty';
  if (length < min || length > max) return `must have ${min} to ${max} characters`;
  return null;
}
