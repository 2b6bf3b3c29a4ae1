const DEFAULT_DAYS = 31;
const HOUR_MS = 3_600_000;

export const DEFAULT_RANGE = `\`from\` defaults to ${DEFAULT_DAYS} days before \`to\`, and \`to\` to now.`;
export const DEFAULT_FROM = `If absent: ${DEFAULT_DAYS} days ago.`;

export function rangeOf({ from, to }: { from?: string; to?: string }): { since: Date; until: Date } {
  const until = to === undefined ? new Date() : new Date(to);
  const since = from === undefined ? new Date(until.getTime() - DEFAULT_DAYS * 24 * HOUR_MS) : new Date(from);
  return { since, until };
}

/** So many hours before the start of this hour. Hours that are over have sums, and parts of them are read row by row. */
export const wholeHoursAgo = (hours: number, now: Date): Date =>
  new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - hours * HOUR_MS);
