const DEFAULT_DAYS = 31;

export const DEFAULT_RANGE = `\`from\` defaults to ${DEFAULT_DAYS} days before \`to\`, and \`to\` to now.`;
export const DEFAULT_FROM = `If absent: ${DEFAULT_DAYS} days ago.`;

export function rangeOf({ from, to }: { from?: string; to?: string }): { since: Date; until: Date } {
  const until = to === undefined ? new Date() : new Date(to);
  const since = from === undefined ? new Date(until.getTime() - DEFAULT_DAYS * 24 * 3_600_000) : new Date(from);
  return { since, until };
}
