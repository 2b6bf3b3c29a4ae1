import { lineProblem, normaliseLine } from './line';
import type { FieldResult } from './project-fields';

const TITLE = { min: 1, max: 120 };
const MILLISECONDS_FROM = 100_000_000_000;
const AHEAD_LIMIT_MS = 24 * 60 * 60_000;

export function readLogTitle(text: string): FieldResult<string> {
  const title = normaliseLine(text.trim(), TITLE.max);
  const problem = lineProblem(title, TITLE);
  return problem === null ? { value: title } : { problem };
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
