const ADULT_YEARS = 18;

/**
 * Returns whether somebody is 18 or older on a day. Both dates are `YYYY-MM-DD` in UTC. In common years, people born on
 * 29 February come of age on 1 March. Returns false without a date of birth.
 */
export function isAdult(birthDate: string | null, today = new Date().toISOString().slice(0, 10)): boolean {
  if (birthDate === null) return false;
  const eighteenth = `${String(Number(birthDate.slice(0, 4)) + ADULT_YEARS).padStart(4, '0')}${birthDate.slice(4)}`;
  // As a string, 29 February sorts between 28 February and 1 March in every year.
  return eighteenth <= today;
}
