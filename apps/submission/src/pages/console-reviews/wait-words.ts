import type { PageContext } from '../page-context';

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

/** How long somebody waits, in the largest unit of which two have passed. */
export function durationText(words: PageContext['words']['consoleReviews']['durations'], seconds: number): string {
  if (seconds >= 2 * DAY) return words.days(Math.floor(seconds / DAY));
  if (seconds >= 2 * HOUR) return words.hours(Math.floor(seconds / HOUR));
  return words.minutes(Math.max(0, Math.floor(seconds / MINUTE)));
}

export const secondsSince = (time: Date) => (Date.now() - time.getTime()) / 1_000;
