const EARLIEST = '1900-01-01';
const ADULT_YEARS = 18;

export function birthDateProblem(value: unknown, today = new Date().toISOString().slice(0, 10)): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return 'must be a date as YYYY-MM-DD';
  const time = Date.parse(value);
  // Date.parse turns 30 February into a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value) return 'must be a date that exists';
  if (value < EARLIEST || value > today) return `must be from ${EARLIEST} to today`;
  return null;
}

/** Dates are `YYYY-MM-DD` in UTC. In common years, people born on 29 February have their birthday on 1 March. */
export function isAtLeast(years: number, birthDate: string, today = new Date().toISOString().slice(0, 10)): boolean {
  const birthday = `${String(Number(birthDate.slice(0, 4)) + years).padStart(4, '0')}${birthDate.slice(4)}`;
  return birthday <= today;
}

/** 18 or older. */
export const isAdult = (birthDate: string | null, today?: string): boolean =>
  birthDate !== null && isAtLeast(ADULT_YEARS, birthDate, today);
