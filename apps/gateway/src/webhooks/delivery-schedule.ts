const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Before each further attempt: about a day in all. */
const DELAYS_MS = [5_000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS];

export const MOST_ATTEMPTS = DELAYS_MS.length + 1;

/** A tenth more at most, so that the deliveries of an outage do not all come back at once. */
const JITTER = 0.1;
const LONGEST_WISH_MS = HOUR_MS;

/** How long to wait after this many attempts; null: no more. `wishedMs` is what the receiver asked for. */
export function delayAfter(attempts: number, wishedMs: number | null, random = Math.random()): number | null {
  const delayMs = DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return null;
  return Math.round(Math.max(delayMs * (1 + JITTER * random), Math.min(wishedMs ?? 0, LONGEST_WISH_MS)));
}

/** Reads seconds, or a date, in milliseconds from `now` on. */
export function retryAfterMs(value: string | null, now = Date.now()): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) > 0 ? Number(value) * 1_000 : null;
  const ms = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) - now : NaN;
  return ms > 0 ? ms : null;
}
