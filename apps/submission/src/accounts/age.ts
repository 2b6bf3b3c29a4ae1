const ADULT_YEARS = 18;

/**
 * Whether somebody is 18 or older on a day; both are `YYYY-MM-DD`, the day in UTC. Who was born on 29 February is so from 1 March on in a year
 * that has no such day. Nobody is known to be who has not said when they were born.
 */
export function isAdult(birthDate: string | null, today = new Date().toISOString().slice(0, 10)): boolean {
  if (birthDate === null) return false;
  const eighteenth = `${String(Number(birthDate.slice(0, 4)) + ADULT_YEARS).padStart(4, '0')}${birthDate.slice(4)}`;
  // 29 February stands between 28 February and 1 March as a text too, whether or not the year has it.
  return eighteenth <= today;
}
