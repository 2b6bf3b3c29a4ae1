const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** A time of the calendar with its offset, `2030-01-31T12:00:00Z`, or null for anything else. */
export function instantOf(value: unknown): Date | null {
  const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  const time = Date.parse(String(value));
  // The 30th of February would else become a day in March.
  const isDay = day !== undefined && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  // A year of five digits, to which an offset can lead, could not be read again.
  return isDay && time < Date.UTC(10_000, 0) ? new Date(time) : null;
}
