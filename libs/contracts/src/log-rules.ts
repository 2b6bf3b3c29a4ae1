import { lineProblem, normaliseLine } from './line';
import type { FieldResult } from './project-fields';

const TITLE = { min: 1, max: 120 };
/** Characters of the words that describe a picture. */
export const LOG_CAPTION_LENGTH = 300;
const CAPTION = { min: 0, max: LOG_CAPTION_LENGTH };
const MILLISECONDS_FROM = 100_000_000_000;
const AHEAD_LIMIT_MS = 24 * 60 * 60_000;

export function readLogTitle(text: string): FieldResult<string> {
  const title = normaliseLine(text.trim(), TITLE.max);
  const problem = lineProblem(title, TITLE);
  return problem === null ? { value: title } : { problem };
}

/** May be empty: nobody has to describe a picture. */
export function readLogCaption(text: string): FieldResult<string> {
  const caption = normaliseLine(text.trim(), CAPTION.max);
  const problem = lineProblem(caption, CAPTION);
  return problem === null ? { value: caption } : { problem };
}

/** Seconds or milliseconds, by size. Null if more than a day after `now`. */
export function logTime(createdAt: number, now: Date): Date | null {
  const time = createdAt < MILLISECONDS_FROM ? createdAt * 1_000 : createdAt;
  return time > now.getTime() + AHEAD_LIMIT_MS ? null : new Date(time);
}

export function repeatedSequences(sequences: readonly number[]): number[] {
  const seen = new Set<number>();
  return [...new Set(sequences.filter((sequence) => seen.size === seen.add(sequence).size))];
}
