const INSTANT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

export function instantOf(value: unknown): Date | null {
  const day = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  const time = Date.parse(String(value));
  // Date would turn 30 February into a day in March.
  const isDay = day !== undefined && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  // An offset can lead to a year of five digits, which could not be parsed again.
  return isDay && time < Date.UTC(10_000, 0) ? new Date(time) : null;
}
