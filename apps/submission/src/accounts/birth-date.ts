const EARLIEST = '1900-01-01';

export function birthDateProblem(value: unknown, today = new Date().toISOString().slice(0, 10)): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return 'must be a date as YYYY-MM-DD';
  const time = Date.parse(value);
  // Date.parse turns 30 February into a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value) return 'must be a date that exists';
  if (value < EARLIEST || value > today) return `must be from ${EARLIEST} to today`;
  return null;
}
